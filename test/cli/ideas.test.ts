import { expect } from 'chai'
import { importLines } from '../features/imports/import-client.ts'
import { newIdea, newIdeaIds, relate, UNKNOWN_ID } from '../support/factories.ts'
import { newCaller, removeHomes, type Caller } from './run-cli.ts'
import { onTerminal } from './terminal.ts'

let caller: Caller
const ESCAPE = '\u001b['

describe('the commands for ideas', () => {
  beforeEach(async () => {
    caller = await newCaller()
  })
  after(removeHomes)

  describe('ideas add', () => {
    it('prints the id alone for programs, and a sentence beside it', async () => {
      const args = ['add', 'Offline mode', '--tag', 'sync', '--tag', 'mobile', '--status', 'exploring']
      const { code, stdout, stderr } = await caller.run([
        ...args,
        '--body',
        'Text',
        '--url',
        'https://example.org/x',
      ])
      const id = Number(stdout)
      expect([code, stderr]).to.deep.equal([0, `Added idea ${id}: Offline mode\n`])
      const { body } = await caller.user.api.get(`/ideas/${id}`)
      expect(body).to.deep.include({ title: 'Offline mode', body: 'Text', status: 'exploring' })
      expect(body).to.deep.include({ tags: ['sync', 'mobile'], source_url: 'https://example.org/x' })
    })

    it('reads the body from standard input, and prints with --json what the API answered', async () => {
      const [parent] = await newIdeaIds(caller.user.api, 1)
      const made = await caller.json(['add', 'Child', '--parent', String(parent), '--body', '-'], {
        input: 'a\nb\n',
      })
      expect(made).to.deep.include({ title: 'Child', body: 'a\nb\n', parent_id: parent, processing: true })
    })

    it('ends with 5 when an equal idea exists, unless forced', async () => {
      const { id } = await newIdea(caller.user.api, { title: 'Same' })
      const { code, stdout, stderr } = await caller.run(['add', 'same'])
      expect([code, stdout]).to.deep.equal([5, ''])
      expect(stderr).to.equal(
        `ideas: An equal idea exists already: idea ${id}; --force adds it all the same\n`,
      )
      expect((await caller.run(['add', 'same', '--force'])).code).to.equal(0)
    })

    it('ends with 2 for an option that it does not have, whatever else is said', async () => {
      expect((await caller.run(['add', 'x', '--tag', 'admin', '--nope'])).code).to.equal(2)
    })

    it('tells in one line every field that is wrong', async () => {
      const { code, stderr } = await caller.run(['add', ' ', '--url', 'nowhere'])
      expect([code, stderr]).to.deep.equal([
        1,
        'ideas: title must not be empty; source_url must be an absolute URL\n',
      ])
    })
  })

  describe('ideas list', () => {
    it('prints a table, aligned also for wide characters, and says what is left', async () => {
      await newIdea(caller.user.api, { title: '標籤 list', tags: ['a', 'b'] })
      await newIdea(caller.user.api, { title: 'plain', status: 'shipped' })
      const { code, stdout, stderr } = await caller.run(['list', '--sort', 'created_at'])
      expect([code, stderr]).to.deep.equal([0, ''])
      const [head = '', first = '', second = ''] = stdout.split('\n')
      expect(head).to.match(/^ID +TITLE +STATUS +TAGS +UPDATED$/)
      expect(first).to.match(/^\d+ +標籤 list {2}captured {2}a, b {2}\d{4}-\d\d-\d\d \d\d:\d\d$/)
      // Two columns of the screen for each of the two wide characters.
      expect(second.indexOf('shipped')).to.equal(first.indexOf('captured') + 2)
      const page = await caller.run(['list', '--limit', '1'])
      expect(page.stderr).to.equal('1 of 2 ideas; --all lists them all.\n')
      const programs = await caller.run(['list', '--limit', '1', '--ids'])
      expect(programs).to.include({ stdout: `${second.split(' ')[0]}\n`, stderr: page.stderr })
    })

    it('filters, and gives programs ids or JSON', async () => {
      const { id } = await newIdea(caller.user.api, { tags: ['x', 'y'], status: 'building' })
      await newIdea(caller.user.api, { tags: ['x'] })
      const tagged = await caller.run(['list', '--tag', 'x', '--tag', 'y', '--ids'])
      expect(tagged.stdout).to.equal(`${id}\n`)
      expect(await caller.json(['list', '--status', 'building'])).to.deep.equal(
        (await caller.user.api.get('/ideas?status=building')).body,
      )
    })

    it('lists all of them, page by page', async () => {
      const ids = await newIdeaIds(caller.user.api, 101)
      const { stdout } = await caller.run(['list', '--all', '--ids', '--sort', 'created_at'])
      expect(stdout.trim().split('\n').map(Number)).to.deep.equal(ids)
    })

    it('says that there is nothing, and nothing else', async () => {
      expect(await caller.run(['list'])).to.deep.equal({ code: 0, stdout: '', stderr: 'No ideas.\n' })
      expect(await caller.json(['list'])).to.deep.equal([])
    })

    it('has colours on a terminal, not with NO_COLOR; long titles and steering characters are tamed', async () => {
      await newIdea(caller.user.api, { title: `\u001b[31mred ${'long '.repeat(30)}` })
      const { screen } = await onTerminal(['list'], caller.env)
      expect(screen).to.include(`${ESCAPE}1mID`).and.to.include('…').and.not.to.include(`${ESCAPE}31m`)
      for (const line of screen.trimEnd().split('\n').slice(1)) expect(line.length).to.be.at.most(100)
      const plain = await onTerminal(['list'], { ...caller.env, NO_COLOR: '1' })
      expect(plain.screen)
        .to.match(/^ID +TITLE/)
        .and.not.to.include(ESCAPE)
      expect((await caller.run(['list'])).stdout).not.to.include(ESCAPE)
    })

    for (const args of [
      ['--status', 'gone'],
      ['--limit', 'x'],
      ['--all', '--limit', '3'],
      ['extra'],
      ['--nope'],
    ]) {
      it(`ends with 2 and one line for ${args.join(' ')}`, async () => {
        const { code, stdout, stderr } = await caller.run(['list', ...args])
        expect([code, stdout]).to.deep.equal([2, ''])
        expect(stderr).to.match(/^ideas: .+\n$/)
      })
    }
  })

  it('tell by one line and exit code 1 that a full disk takes no output', async () => {
    const { code, screen } = await onTerminal(['counts', '--json'], caller.env, { redirect: '>/dev/full' })
    expect([code, screen]).to.deep.equal([
      1,
      'ideas: standard output cannot be written: ENOSPC: no space left on device, write\n',
    ])
  })

  describe('ideas counts', () => {
    it('prints how many ideas have each status, of those with all the given tags', async () => {
      await newIdea(caller.user.api, { tags: ['x', 'y'], status: 'building' })
      await newIdea(caller.user.api, { tags: ['x'] })
      const { code, stdout, stderr } = await caller.run(['counts'])
      expect([code, stderr]).to.deep.equal([0, '2 ideas.\n'])
      expect(stdout).to.equal(
        'STATUS     IDEAS\ncaptured   1\nexploring  0\nbuilding   1\nshipped    0\nshelved    0\n',
      )
      expect(await caller.json(['counts', '--tag', 'x', '--tag', 'y'])).to.deep.equal(
        (await caller.user.api.get('/ideas/counts?tag=x&tag=y')).body,
      )
      expect(await caller.json(['counts', '--status', 'building'])).to.include({ total: 1 })
      expect((await caller.run(['counts', '--status', 'gone'])).code).to.equal(2)
    })
  })

  describe('ideas show', () => {
    it('tells tags that were given automatically from chosen ones', async () => {
      const tag_details = [
        { name: 'sync', auto: true },
        { name: 'mobile', auto: false },
      ]
      await importLines(caller.user.api, [{ title: 'Offline mode', tags: ['sync', 'mobile'], tag_details }])
      const [{ id }] = (await caller.user.api.get('/ideas')).body
      const { stdout } = await caller.run(['show', String(id)])
      expect(stdout).to.match(/^tags +sync \(automatic\), mobile$/m)
    })

    it('prints the idea with its links and relations', async () => {
      const [other] = await newIdeaIds(caller.user.api, 1)
      const idea = await newIdea(caller.user.api, { title: 'Shown', body: 'One\nTwo', tags: ['t'] })
      await caller.user.api.post(`/ideas/${idea.id}/links`, { url: 'https://example.org/a', title: 'A' })
      const { body: relation } = await relate(caller.user.api, other, 'blocks', idea.id)
      const { code, stdout } = await caller.run(['show', String(idea.id)])
      expect(code).to.equal(0)
      expect(stdout).to.match(/^Shown\nid +\d+\nstatus +captured\ntags +t\n/)
      expect(stdout).to.include('\nOne\nTwo\n\nLinks\n  https://example.org/a  A\n')
      expect(stdout).to.include(`${other} blocks ${idea.id}  (relation ${relation.id})`)
      expect(await caller.json(['show', String(idea.id)])).to.deep.equal(
        (await caller.user.api.get(`/ideas/${idea.id}`)).body,
      )
    })

    it('ends with 4 for an unknown idea, with 2 for what is no id', async () => {
      expect(await caller.run(['show', String(UNKNOWN_ID)])).to.deep.equal({
        code: 4,
        stdout: '',
        stderr: 'ideas: Idea not found\n',
      })
      expect((await caller.run(['show', 'abc'])).code).to.equal(2)
    })
  })

  describe('ideas rm', () => {
    it('deletes with --yes where nobody can be asked, and only tells with --dry-run', async () => {
      const ids = (await newIdeaIds(caller.user.api, 3)).map(String)
      const dry = await caller.run(['rm', ...ids, '--dry-run'])
      expect([dry.code, dry.stdout]).to.deep.equal([0, ''])
      expect(dry.stderr.match(/Would delete/g)).to.have.length(3)
      const refused = await caller.run(['rm', ...ids])
      expect([refused.code, await ideaCount(caller)]).to.deep.equal([1, 3])
      expect(refused.stderr).to.match(/--yes/)
      const [last = ''] = ids.slice(2)
      expect((await caller.run(['rm', ...ids.slice(0, 2), '--yes'])).code).to.equal(0)
      expect((await caller.user.api.get('/ideas')).body[0].id).to.equal(Number(last))
      expect(await caller.json(['rm', '--yes'], { input: `${last}\n` })).to.deep.equal([
        { id: Number(last), success: true },
      ])
      expect(await ideaCount(caller)).to.equal(0)
    })

    it('deletes nothing when one id is unknown', async () => {
      const [id] = await newIdeaIds(caller.user.api, 1)
      const { code, stderr } = await caller.run(['rm', String(id), String(UNKNOWN_ID), '--yes'])
      expect([code, stderr]).to.deep.equal([
        4,
        `ideas: idea ${UNKNOWN_ID} does not exist; nothing was deleted\n`,
      ])
      expect(await ideaCount(caller)).to.equal(1)
    })

    it('asks on a terminal: no keeps, yes deletes', async () => {
      const { id } = await newIdea(caller.user.api, { title: 'Doomed' })
      const question = `Delete idea ${id} “Doomed” for good? [y/N]`
      const kept = await onTerminal(['rm', String(id)], caller.env, { answers: [[question, 'n\r']] })
      expect([kept.code, await ideaCount(caller)]).to.deep.equal([1, 1])
      const stopped = await onTerminal(['rm', String(id)], caller.env, { answers: [[question, '\u0003']] })
      expect([stopped.code, await ideaCount(caller)]).to.deep.equal([130, 1])
      expect(stopped.screen).to.match(/\nideas: interrupted\n$/)
      const gone = await onTerminal(['rm', String(id)], caller.env, { answers: [[question, 'y\r']] })
      expect([gone.code, await ideaCount(caller)]).to.deep.equal([0, 0])
    })

    it('deletes nothing after ids that were typed, whose end is the end of all answers', async () => {
      const { id } = await newIdea(caller.user.api)
      const typed = `${id}\n\u0004`
      const { code, screen } = await onTerminal(['rm', '-'], caller.env, { answers: [['', typed]] })
      expect([code, await ideaCount(caller)]).to.deep.equal([1, 1])
      expect(screen).to.match(/\nideas: nobody can be asked here: say --yes\n$/)
    })
  })
})

async function ideaCount({ user }: Caller): Promise<number> {
  return (await user.api.get('/ideas')).body.length
}

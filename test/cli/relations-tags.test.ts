import { expect } from 'chai'
import { importLines } from '../features/imports/import-client.ts'
import { newIdea, newIdeaIds, UNKNOWN_ID } from '../support/factories.ts'
import { newCaller, removeHomes, type Caller } from './run-cli.ts'
import { onTerminal } from './terminal.ts'

let caller: Caller
let [a, b] = ['', '']
describe('the commands for relations and tags', () => {
  beforeEach(async () => {
    caller = await newCaller()
    ;[a = '', b = ''] = (await newIdeaIds(caller.user.api, 2)).map(String)
  })
  after(removeHomes)

  describe('ideas relate and unrelate', () => {
    it('make a relation and remove it by its id', async () => {
      const made = await caller.run(['relate', a, 'blocks', b, '--note', 'first things first'])
      const id = made.stdout.trim()
      expect([made.code, made.stderr]).to.deep.equal([0, `Relation ${id}: ${a} blocks ${b}\n`])
      const { outgoing } = (await caller.user.api.get(`/ideas/${a}/relations`)).body
      expect(outgoing[0]).to.include({ id: Number(id), relation_type: 'blocks', note: 'first things first' })
      expect((await caller.run(['unrelate', id])).code).to.equal(0)
      expect((await caller.user.api.get('/map')).body.edges).to.deep.equal([])
      expect((await caller.run(['unrelate', id])).code).to.equal(4)
    })

    it('remove a relation by what it says; related in either direction, others in theirs', async () => {
      await caller.run(['relate', a, 'related', b])
      await caller.run(['relate', a, 'inspires', b])
      expect((await caller.run(['unrelate', b, 'related', a])).code).to.equal(0)
      const wrong = await caller.run(['unrelate', b, 'inspires', a])
      expect([wrong.code, wrong.stderr]).to.deep.equal([
        4,
        `ideas: there is no relation ${b} inspires ${a}\n`,
      ])
      expect((await caller.run(['unrelate', a, 'inspires', b])).code).to.equal(0)
      expect((await caller.run(['unrelate', a, 'inspires'])).code).to.equal(2)
    })

    it('end with 5 and the path of a cycle, or the relation that exists', async () => {
      const first = (await caller.run(['relate', a, 'supersedes', b])).stdout.trim()
      const cycle = await caller.run(['relate', b, 'supersedes', a])
      expect([cycle.code, cycle.stderr]).to.deep.equal([
        5,
        `ideas: Relation would create a cycle: ${b} → ${a} → ${b}\n`,
      ])
      const again = await caller.run(['relate', a, 'supersedes', b])
      expect([again.code, again.stderr]).to.deep.equal([
        5,
        `ideas: This relation exists already: relation ${first}\n`,
      ])
      expect((await caller.run(['relate', b, 'supersedes', a, '--force'])).code).to.equal(0)
      expect((await caller.run(['relate', a, 'hates', b])).code).to.equal(2)
    })
  })

  describe('ideas link', () => {
    it('adds a link', async () => {
      const link = ['link', a, 'https://example.org/issue', '--title', 'Issue', '--type', 'code-host-issue']
      expect(await caller.json(link)).to.include({ title: 'Issue', link_type: 'code-host-issue' })
      expect((await caller.user.api.get(`/ideas/${a}/links`)).body).to.have.length(1)
      const bad = await caller.run(['link', a, 'javascript:alert(1)'])
      expect(bad.code).to.equal(1)
      expect(bad.stderr).to.match(/^ideas: url must not have the scheme/)
    })
  })

  describe('ideas tag and tags', () => {
    it('put a tag on many ideas and take it off', async () => {
      const added = await caller.run(['tag', 'add', 'Later', a, b])
      expect([added.code, added.stdout, added.stderr]).to.deep.equal([0, '', 'Later: put on 2 of 2 ideas\n'])
      expect((await caller.run(['tags'])).stdout).to.match(/^ID +NAME +COLOR +IDEAS\n\d+ +Later +2\n$/)
      const removed = await caller.run(['tag', 'rm', 'LATER', a])
      expect(removed.stderr).to.equal('Later: taken off 1 of 1 ideas\n')
      expect((await caller.json(['tags']))[0]).to.include({ name: 'Later', idea_count: 1 })
    })

    it('take ids from standard input', async () => {
      const { stdout } = await caller.run(['list', '--ids'])
      expect(await caller.json(['tag', 'add', 'piped'], { input: stdout })).to.deep.equal({
        tag: 'piped',
        changed: 2,
      })
      expect(await caller.json(['tag', 'rm', 'piped', a, '-'], { input: `${b}, ${b}\n` })).to.include({
        changed: 2,
      })
    })

    it('change nothing and name the ids when one is unknown, or has 20 tags', async () => {
      const unknown = await caller.run(['tag', 'add', 'x', a, String(UNKNOWN_ID)])
      expect([unknown.code, unknown.stderr]).to.deep.equal([4, `ideas: Idea not found: ${UNKNOWN_ID}\n`])
      const full = await newIdea(caller.user.api, { tags: Array.from({ length: 20 }, (_, n) => `t${n}`) })
      const refused = await caller.run(['tag', 'add', 'x', a, String(full.id)])
      expect(refused.code).to.equal(1)
      expect(refused.stderr)
        .to.include(`${full.id}`)
        .and.to.match(/at most 20 tags/)
      expect((await caller.user.api.get(`/ideas/${a}`)).body.tags).to.deep.equal([])
    })

    it('refuse no ids, what is no id, and more than 1,000, before anything is sent', async () => {
      const none = await caller.run(['tag', 'add', 'x'])
      const word = await caller.run(['tag', 'add', 'x', 'abc'])
      const many = await caller.run(['tag', 'add', 'x'], {
        input: Array.from({ length: 1001 }, (_, n) => n + 1).join('\n'),
      })
      expect([none.code, word.code, many.code]).to.deep.equal([2, 2, 2])
      expect(many.stderr).to.match(/^ideas: 1001 ideas: at most 1000 .*\n$/)
      expect((await caller.run(['tag', 'rm', 'never', a])).code).to.equal(4)
    })
  })

  describe('ideas tags merge', () => {
    beforeEach(async () => {
      await caller.run(['tag', 'add', 'UI', a])
      await caller.run(['tag', 'add', 'interface', b])
    })

    it('merges a tag into another one, which are named or given by id', async () => {
      const merged = await caller.run(['tags', 'merge', 'ui', 'interface', '--yes'])
      expect([merged.code, merged.stdout]).to.deep.equal([0, ''])
      expect(merged.stderr).to.equal('Merged UI into interface: on 2 ideas\n')
      await caller.run(['tag', 'add', 'front end', a])
      const [from, into] = (await caller.user.api.get('/tags')).body
      const answer = await caller.json(['tags', 'merge', String(from.id), String(into.id), '--yes'])
      expect(answer).to.deep.equal({ ...into, idea_count: 2, count: 2 })
      expect(await tagNames()).to.deep.equal(['interface'])
    })

    it('asks on a terminal, and changes nothing where nobody can be asked or a tag is unknown', async () => {
      const merge = ['tags', 'merge', 'ui', 'interface']
      const asked = await onTerminal(merge, caller.env, {
        answers: [['Merge UI into interface? This cannot be undone. [y/N]', 'n\r']],
      })
      const refused = await caller.run(merge)
      expect([asked.code, refused.code]).to.deep.equal([1, 1])
      expect(refused.stderr).to.match(/--yes/)
      const unknown = await caller.run(['tags', 'merge', 'ui', 'nothing', '--yes'])
      expect([unknown.code, unknown.stderr]).to.deep.equal([4, 'ideas: there is no tag nothing\n'])
      expect((await caller.run(['tags', 'merge', 'ui', 'UI', '--yes'])).code).to.equal(1)
      expect(await tagNames()).to.deep.equal(['interface', 'UI'])
    })
  })

  describe('ideas tag accept and refuse', () => {
    let id = ''
    beforeEach(async () => {
      const tag_details = ['ci/cd', 'mobile'].map((name) => ({ name, auto: true }))
      await importLines(caller.user.api, [{ title: 'Automatic', tags: ['ci/cd', 'mobile'], tag_details }])
      id = String((await caller.user.api.get('/ideas')).body[0].id)
    })

    it('keep an automatic tag as a chosen one, and take one off', async () => {
      const kept = await caller.run(['tag', 'accept', 'CI/CD', id])
      expect([kept.code, kept.stdout]).to.deep.equal([0, ''])
      expect(kept.stderr).to.equal(`CI/CD: a chosen tag of idea ${id}\n`)
      const off = await caller.run(['tag', 'refuse', 'mobile', id])
      expect(off.stderr).to.equal(`mobile: taken off idea ${id}\n`)
      const answer = await caller.json(['tag', 'accept', 'ci/cd', id])
      expect(answer.tag_details).to.deep.equal([{ name: 'ci/cd', auto: false }])
      expect(answer).to.deep.equal((await caller.user.api.get(`/ideas/${id}`)).body)
    })

    it('end with 4 for a tag that the idea does not have, or that is chosen and refused', async () => {
      await caller.run(['tag', 'accept', 'mobile', id])
      for (const args of [
        ['accept', 'other', id],
        ['refuse', 'mobile', id],
      ]) {
        const { code, stderr } = await caller.run(['tag', ...args])
        expect([code, stderr]).to.deep.equal([4, 'ideas: Tag not found\n'])
      }
    })
  })

  describe('ideas map', () => {
    it('is a table of relations, or what the API answers', async () => {
      await caller.user.api.patch(`/ideas/${a}`, { title: 'First' })
      await caller.run(['relate', a, 'blocks', b, '--note', 'why'])
      const { stdout, stderr } = await caller.run(['map'])
      expect(stdout).to.match(
        new RegExp(`RELATION +SOURCE +TYPE +TARGET +NOTE\\n\\d+ +${a} First +blocks +${b} .*why`),
      )
      expect(stderr).to.equal('2 ideas, 1 relations; 0 ideas without any.\n')
      expect(JSON.parse((await caller.run(['map', '--format', 'json'])).stdout)).to.deep.equal(
        (await caller.user.api.get('/map')).body,
      )
      expect((await caller.run(['map', '--format', 'dot'])).code).to.equal(2)
    })
  })
})

async function tagNames(): Promise<string[]> {
  return (await caller.user.api.get('/tags')).body.map(({ name }: { name: string }) => name)
}

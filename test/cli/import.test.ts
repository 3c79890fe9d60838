import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { answerImport } from './fake-import.ts'
import { json, startFakeService, type FakeService } from './fake-service.ts'
import { newCaller, removeHomes, type Caller } from './run-cli.ts'
import { onTerminal } from './terminal.ts'

describe('ideas import', () => {
  let fake: FakeService
  let caller: Caller
  before(async () => {
    fake = await startFakeService(answerImport)
    caller = await newCaller({ url: fake.url })
  })
  beforeEach(() => fake.asked.splice(0))
  after(async () => {
    await fake.close()
    removeHomes()
  })
  const write = (name: string, content: string | Buffer): void => {
    mkdirSync(path.join(caller.home, path.dirname(name)), { recursive: true })
    writeFileSync(path.join(caller.home, name), content)
  }
  const sent = () =>
    (fake.asked[0]?.body ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))

  describe('of CSV', () => {
    it('takes the columns of the export, undoes its guard, and makes parents relations', async () => {
      write(
        'export.csv',
        [
          '\ufeffid,title,body,status,source,source_url,tags,parent_id,created_at,updated_at',
          `7,Child,"'=1+1, ""quoted""\nsecond line",exploring,api,https://example.org/x,a; b c,9,2026-01-02T03:04:05.000Z,2026-01-02T03:04:06.000Z`,
          `9,'-dash,,captured,api,,,,,`,
          '',
        ].join('\r\n'),
      )
      const { code, stdout, stderr } = await caller.run(['import', 'export.csv'])
      expect([code, stdout, stderr]).to.deep.equal([
        0,
        '',
        'Imported 2 ideas, 0 tags, 0 links, 1 relation.\n',
      ])
      expect(fake.asked[0]?.headers['content-type']).to.equal('application/x-ndjson')
      expect(sent()).to.deep.equal([
        {
          type: 'idea',
          id: 1,
          title: 'Child',
          body: '=1+1, "quoted"\nsecond line',
          status: 'exploring',
          source: 'api',
          source_url: 'https://example.org/x',
          created_at: '2026-01-02T03:04:05.000Z',
          updated_at: '2026-01-02T03:04:06.000Z',
          tags: ['a', 'b c'],
        },
        { type: 'idea', id: 2, title: '-dash', status: 'captured', source: 'api' },
        { type: 'relation', source_idea_id: 2, target_idea_id: 1, relation_type: 'parent' },
      ])
    })

    it('takes what other programs call the columns, and says which it leaves out', async () => {
      write('other.csv', 'Name,Description,Labels,URL,Votes\nOne,Text,"x, y",https://example.org,3\n')
      const { code, stderr } = await caller.run(['import', 'other.csv'])
      expect(code).to.equal(0)
      expect(stderr).to.include('other.csv:1: warning: the column "Votes" is left out\n')
      expect(sent()).to.deep.equal([
        {
          type: 'idea',
          id: 1,
          title: 'One',
          body: 'Text',
          source_url: 'https://example.org',
          tags: ['x', 'y'],
        },
      ])
    })

    it('names file, line and reason of every bad record, also after cells of several lines', async () => {
      write('bad.csv', 'title,status,body\nGood,captured,"a\nb"\nBad,gone,\n,captured,x\n')
      const { code, stdout, stderr } = await caller.run(['import', 'bad.csv'])
      expect([code, stdout]).to.deep.equal([1, ''])
      const [first, second, last] = stderr.split('\n')
      expect(first).to.match(/^bad\.csv:4: status .*captured/)
      expect(second).to.equal('bad.csv:5: title must not be empty')
      expect(last).to.match(/^ideas: 2 mistakes: nothing was imported/)
    })

    it('leaves bad records out with --mode continue, and ends with 1', async () => {
      write('some.csv', 'title,parent_id,id\nA,5,1\nB,1,2\n,,\nC\n')
      const { code, stderr } = await caller.run(['import', 'some.csv', '--mode', 'continue'])
      expect(code).to.equal(1)
      expect(stderr.split('\n')).to.deep.equal([
        'some.csv:5: has 1 cells where the header has 3',
        'some.csv:2: parent_id "5" is the id of no row',
        'some.csv:4: title must not be empty',
        'Imported 2 ideas, 0 tags, 0 links, 1 relation.',
        'ideas: 3 records could not be imported: see above',
        '',
      ])
    })

    it('sends nothing of a file without a title column, or that is no CSV', async () => {
      write('none.csv', 'a,b\n1,2\n')
      write('broken.csv', 'title\n"open\n')
      expect((await caller.run(['import', 'none.csv'])).stderr).to.match(/none\.csv:1: has no column "title"/)
      expect((await caller.run(['import', 'broken.csv'])).stderr).to.match(/broken\.csv:\d: is no CSV: Quote/)
      expect(fake.asked).to.deep.equal([])
    })
  })

  describe('of Markdown', () => {
    it('takes front matter, headings or file names, and wiki links as relations, once for each pair', async () => {
      write(
        'notes/Garden.md',
        '---\ntitle: The garden\ntags: [green, "two words"]\nstatus: exploring\n---\n\nSee [[Bees|the bees]] and [[sub/Water#How]].\n',
      )
      write(
        'notes/Bees.md',
        '# Bees and hives\n\nBack to [[garden]], [[The Garden]].\n`[[Code]]`\n```\n[[Fence]]\n```\n![[photo.png]]\n',
      )
      write('notes/sub/Water.md', 'Plain text\r\n[[Nowhere]] [[water]]\r\n')
      write('notes/.obsidian/hidden.md', 'hidden')
      write('notes/picture.png', 'x')
      const { code, stderr } = await caller.run(['import', 'notes'])
      expect([code, stderr]).to.deep.equal([
        0,
        'notes/sub/Water.md:2: warning: [[Nowhere]] leads to no note\nImported 3 ideas, 0 tags, 0 links, 2 relations.\n',
      ])
      expect(sent()).to.deep.equal([
        {
          type: 'idea',
          id: 1,
          title: 'Bees and hives',
          body: 'Back to [[garden]], [[The Garden]].\n`[[Code]]`\n```\n[[Fence]]\n```\n![[photo.png]]',
        },
        {
          type: 'idea',
          id: 2,
          title: 'The garden',
          body: 'See [[Bees|the bees]] and [[sub/Water#How]].',
          tags: ['green', 'two words'],
          status: 'exploring',
        },
        { type: 'idea', id: 3, title: 'Water', body: 'Plain text\n[[Nowhere]] [[water]]' },
        { type: 'relation', source_idea_id: 1, target_idea_id: 2, relation_type: 'related' },
        { type: 'relation', source_idea_id: 2, target_idea_id: 3, relation_type: 'related' },
      ])
    })

    it('names file and line of every mistake', async () => {
      write('bad/a.md', '---\ntitle: A\nstatus: gone\n---\nx\n')
      write('bad/b.md', '---\ntitle: B\ntags: [\n---\nx\n')
      write('bad/c.md', Buffer.from([0xff, 0xfe]))
      const local = await caller.run(['import', 'bad'])
      expect(local.code).to.equal(1)
      expect(local.stderr).to.match(
        /^bad\/b\.md:[34]: front matter: .*\nbad\/c\.md:1: is not UTF-8\nideas: 2 mistakes/,
      )
      expect(fake.asked).to.deep.equal([])
      const { stderr } = await caller.run(['import', 'bad/a.md'])
      expect(stderr).to.match(/^bad\/a\.md:3: status /)
    })
  })

  describe('of JSON', () => {
    it('sends JSON Lines as they are, and names their lines', async () => {
      const lines = '{"title":"One"}\n{"title":""}\n'
      write('lines.jsonl', lines)
      const { code, stderr } = await caller.run([
        'import',
        'lines.jsonl',
        '--import-id',
        'mine',
        '--mode',
        'continue',
      ])
      expect([code, fake.asked[0]?.body]).to.deep.equal([1, lines])
      expect(fake.asked[0]?.url).to.equal('/api/v1/user/import?mode=continue&dry_run=false&import_id=mine')
      expect(stderr).to.match(/^lines\.jsonl:2: title must not be empty\n/)
    })

    it('sends an export file as it is, and finds the lines of what is refused', async () => {
      const details = [{ path: 'ideas.1.status', message: 'must be one of these' }]
      const strict = await startFakeService((_, response) => json(response, 400, { error: 'x', details }))
      try {
        write(
          'export.json',
          JSON.stringify({ version: 1, ideas: [{ title: 'a' }, { title: 'b', status: 'x' }] }, undefined, 1),
        )
        const env = {
          IDEAS_URL: strict.url,
          NODE_EXTRA_CA_CERTS: (await newCaller({ url: strict.url })).env['NODE_EXTRA_CA_CERTS'] ?? '',
        }
        const { code, stderr } = await caller.run(['import', 'export.json'], { env })
        expect(code).to.equal(1)
        expect(stderr).to.match(/^export\.json:9: status must be one of these\nideas: 1 mistake: nothing/)
        expect(strict.asked[0]?.headers['content-type']).to.equal('application/json')
      } finally {
        await strict.close()
      }
    })

    it('only checks with --dry-run, and prints the answer with --json', async () => {
      write('dry.jsonl', '{"title":"One"}\n')
      const { stderr } = await caller.run(['import', 'dry.jsonl', '--dry-run'])
      expect(stderr).to.equal('Would import 1 idea, 0 tags, 0 links, 0 relations; nothing was changed.\n')
      expect(await caller.json(['import', 'dry.jsonl', '--dry-run'])).to.include({ dry_run: true, ideas: 1 })
    })
  })

  it('shows a bar on a terminal, and none elsewhere', async () => {
    write('bar.jsonl', '{"title":"One"}\n'.repeat(1000))
    const { code, screen } = await onTerminal(['import', 'bar.jsonl'], caller.env, { cwd: caller.home })
    expect(code, screen).to.equal(0)
    expect(screen)
      .to.match(/Importing \[[^\]]+\] \d+%/)
      .and.to.include('Imported 1000 ideas')
    expect((await caller.run(['import', 'bar.jsonl'])).stderr).to.match(/^Imported 1000 ideas.*\n$/)
  })

  it('refuses what it cannot read, in one line', async () => {
    write('what.docx', '')
    for (const [name, message] of [
      ['nowhere.csv', /nowhere\.csv: there is no such file/],
      ['what.docx', /what\.docx: what is it\?/],
    ] as const) {
      const { code, stdout, stderr } = await caller.run(['import', name])
      expect([code, stdout]).to.deep.equal([1, ''])
      expect(stderr)
        .to.match(message)
        .and.to.match(/^ideas: .*\n$/)
    }
  })
})

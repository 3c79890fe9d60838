import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { expect } from 'chai'
import { newCaller, removeHomes, type Caller } from './run-cli.ts'
import { onTerminal } from './terminal.ts'

describe('ideas import', () => {
  let caller: Caller
  beforeEach(async () => {
    caller = await newCaller()
  })
  after(removeHomes)
  const write = (name: string, content: string | Buffer): void => {
    mkdirSync(path.join(caller.home, path.dirname(name)), { recursive: true })
    writeFileSync(path.join(caller.home, name), content)
  }
  /** The ideas as they came in, without what only the service decides. */
  const ideas = async () =>
    (await caller.user.api.get('/ideas?sort=created_at')).body.map(
      ({ id: _id, processing: _processing, ...idea }: Record<string, unknown>) => idea,
    )
  /** The relations, by titles. */
  const relations = async (): Promise<string[]> => {
    const { nodes, edges } = (await caller.user.api.get('/map')).body
    const titles = new Map(nodes.map(({ id, title }: { id: number; title: string }) => [id, title]))
    return edges.map(
      ({ source, type, target }: { source: number; type: string; target: number }) =>
        `${titles.get(source)} ${type} ${titles.get(target)}`,
    )
  }
  const expectNothing = async () => expect(await ideas()).to.deep.equal([])

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
        'Imported 2 ideas, 2 tags, 0 links, 1 relation.\n',
      ])
      expect(await relations()).to.deep.equal(['-dash parent Child'])
      const all = await ideas()
      expect(all.map(({ title }: { title: string }) => title)).to.have.members(['Child', '-dash'])
      expect(all.find(({ title }: { title: string }) => title === 'Child')).to.deep.include({
        body: '=1+1, "quoted"\nsecond line',
        status: 'exploring',
        source_url: 'https://example.org/x',
        tags: ['a', 'b c'],
        created_at: '2026-01-02T03:04:05.000Z',
        updated_at: '2026-01-02T03:04:06.000Z',
      })
      const again = await caller.run(['import', 'export.csv'])
      expect([again.code, again.stderr]).to.deep.equal([
        0,
        'This was imported before; nothing was changed.\n',
      ])
      expect(await ideas()).to.have.length(2)
    })

    it('takes what other programs call the columns, and says which it leaves out', async () => {
      write('other.csv', 'Name,Description,Labels,URL,Votes\nOne,Text,"x, y",https://example.org,3\n')
      const { code, stderr } = await caller.run(['import', 'other.csv'])
      expect(code).to.equal(0)
      expect(stderr).to.include('other.csv:1: warning: the column "Votes" is left out\n')
      const [one] = await ideas()
      expect(one).to.deep.include({
        title: 'One',
        body: 'Text',
        source_url: 'https://example.org',
        tags: ['x', 'y'],
      })
    })

    it('takes semicolons, as spreadsheets write them where the comma is in numbers', async () => {
      write('semicolons.csv', '\ufeffName;Description;Tags\r\nOne;"a, b; c";x\r\n')
      const { code, stderr } = await caller.run(['import', 'semicolons.csv'])
      expect([code, stderr]).to.deep.equal([0, 'Imported 1 idea, 1 tag, 0 links, 0 relations.\n'])
      expect((await ideas())[0]).to.deep.include({ title: 'One', body: 'a, b; c', tags: ['x'] })
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

    it('says how many of very many mistakes it has not named', async () => {
      write('many.csv', `title\n${`${'x'.repeat(201)}\n`.repeat(110)}`)
      const lines = (await caller.run(['import', 'many.csv'])).stderr.trimEnd().split('\n')
      expect([lines.length, lines[100]]).to.deep.equal([
        101,
        'ideas: more than 100 mistakes: nothing was imported (--mode continue leaves bad records out)',
      ])
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
        'ideas: 3 mistakes above: what they are about was left out',
        '',
      ])
    })
  })

  describe('of Markdown', () => {
    it('does not follow links to folders, and names a link that leads nowhere', async () => {
      write('linked/note.md', 'Once')
      symlinkSync('..', path.join(caller.home, 'linked/loop'))
      expect((await caller.run(['import', 'linked'])).stderr).to.match(/^Imported 1 idea,/)
      symlinkSync('nowhere', path.join(caller.home, 'linked/broken.md'))
      const { code, stderr } = await caller.run(['import', 'linked', '--dry-run'])
      expect([code, stderr.split('\n')[0]]).to.deep.equal([
        1,
        "linked/broken.md:1: ENOENT: no such file or directory, open 'linked/broken.md'",
      ])
    })

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
        'notes/sub/Water.md:2: warning: [[Nowhere]] leads to no note\nImported 3 ideas, 2 tags, 0 links, 2 relations.\n',
      ])
      const all = await ideas()
      const texts = all.map(({ title, body, tags, status }: Record<string, unknown>) => ({
        title,
        body,
        tags,
        status,
      }))
      expect(texts).to.have.deep.members([
        {
          title: 'Bees and hives',
          body: 'Back to [[garden]], [[The Garden]].\n`[[Code]]`\n```\n[[Fence]]\n```\n![[photo.png]]',
          tags: [],
          status: 'captured',
        },
        {
          title: 'The garden',
          body: 'See [[Bees|the bees]] and [[sub/Water#How]].',
          tags: ['green', 'two words'],
          status: 'exploring',
        },
        { title: 'Water', body: 'Plain text\n[[Nowhere]] [[water]]', tags: [], status: 'captured' },
      ])
      expect(await relations()).to.have.members([
        'Bees and hives related The garden',
        'The garden related Water',
      ])
    })

    it('names file and line of every mistake', async () => {
      write('bad/a.md', '---\ntitle: A\nstatus: gone\n---\nx\n')
      write('bad/b.md', '---\ntitle: B\ntags: [\n---\nx\n')
      write('bad/c.md', Buffer.from([0xff, 0xfe]))
      const local = await caller.run(['import', 'bad'])
      expect(local.code).to.equal(1)
      expect(local.stderr).to.match(
        /^bad\/b\.md:[34]: front matter: .*\nbad\/c\.md:1: is not UTF-8\nbad\/a\.md:3: status .*\nideas: 3 mistakes/,
      )
      await expectNothing()
    })
  })

  describe('of JSON', () => {
    it('takes JSON Lines, names their lines, and knows an import again by its name', async () => {
      write('lines.jsonl', '{"title":"One"}\n\n{"title":""}\nnonsense\n')
      const args = ['import', 'lines.jsonl', '--import-id', 'mine', '--mode', 'continue']
      const { code, stderr } = await caller.run(args)
      expect([code, stderr.split('\n')]).to.deep.equal([
        1,
        [
          'lines.jsonl:3: title must not be empty',
          'lines.jsonl:4: is not valid JSON',
          'Imported 1 idea, 0 tags, 0 links, 0 relations.',
          'ideas: 2 mistakes above: what they are about was left out',
          '',
        ],
      ])
      expect((await caller.json(args.slice(0, 4)).catch(String)).toString()).to.match(/ended with/)
      expect(await ideas()).to.have.length(1)
    })

    it('restores an export file into another account, and finds the lines of what is refused', async () => {
      const file = {
        version: 1,
        ideas: [
          { id: 5, title: 'a', tags: ['t'] },
          { id: 6, title: 'b' },
        ] as object[],
        relations: [{ source_idea_id: 5, target_idea_id: 6, relation_type: 'blocks' }],
      }
      write('export.json', JSON.stringify(file, undefined, 1))
      expect((await caller.run(['import', 'export.json'])).stderr).to.equal(
        'Imported 2 ideas, 1 tag, 0 links, 1 relation.\n',
      )
      expect(await relations()).to.deep.equal(['a blocks b'])
      file.ideas.push({ title: 'c', status: 'x' })
      const text = JSON.stringify(file, undefined, 1)
      write('bad.json', text)
      const { code, stderr } = await caller.run(['import', 'bad.json'])
      const line = text.split('\n').findIndex((row) => row.includes('"status": "x"')) + 1
      expect([code, stderr.split('\n').length]).to.deep.equal([1, 3])
      expect(stderr).to.match(new RegExp(`^bad\\.json:${line}: status .*\\nideas: 1 mistake: nothing`))
      write('broken.json', text.replace('"title": "b"', '"title": b'))
      const broken = await caller.run(['import', 'broken.json'])
      const place = text.split('\n').findIndex((row) => row.includes('"b"')) + 1
      expect(broken.stderr).to.match(new RegExp(`^ideas: broken\\.json:${place}: is not valid JSON\\n$`))
      expect(await ideas()).to.have.length(2)
    })

    it('only checks with --dry-run, and prints the answer with --json', async () => {
      write('dry.jsonl', '{"title":"One"}\n')
      const { stderr } = await caller.run(['import', 'dry.jsonl', '--dry-run'])
      expect(stderr).to.equal('Would import 1 idea, 0 tags, 0 links, 0 relations; nothing was changed.\n')
      expect(await caller.json(['import', 'dry.jsonl', '--dry-run'])).to.include({ dry_run: true, ideas: 1 })
      await expectNothing()
    })
  })

  it('shows a bar on a terminal, and none elsewhere', async () => {
    write('bar.jsonl', Array.from({ length: 1000 }, (_, at) => `{"title":"Idea ${at}"}\n`).join(''))
    const { code, screen } = await onTerminal(['import', 'bar.jsonl'], caller.env, { cwd: caller.home })
    expect(code, screen).to.equal(0)
    expect(screen)
      .to.match(/Importing \[[^\]]+\] \d+%/)
      .and.to.include('Imported 1000 ideas')
    expect((await caller.run(['import', 'bar.jsonl'])).stderr).to.match(/^This was imported before.*\n$/)
  })

  it('refuses what it cannot read, in one line', async () => {
    for (const [name, content] of [
      ['what.docx', ''],
      ['none.csv', 'a,b\n1,2\n'],
      ['broken.csv', 'title\n"open\n'],
      ['none.zip', 'text'],
    ] as const) {
      write(name, content)
    }
    mkdirSync(path.join(caller.home, 'empty'))
    const server = createServer().listen(path.join(caller.home, 'socket.json'))
    after(() => server.close())
    for (const [name, message] of [
      ['nowhere.csv', /nowhere\.csv: there is no such file/],
      ['what.docx', /what\.docx: what is it\?/],
      ['socket.json', /socket\.json: ENXIO/],
      ['none.csv', /: none\.csv:1: has no column "title"\n/],
      ['broken.csv', /: broken\.csv:\d: is no CSV: Quote/],
      ['none.zip', /: none\.zip: must be a ZIP archive/],
      ['empty', /: empty: holds no Markdown file\n/],
    ] as const) {
      const { code, stdout, stderr } = await caller.run(['import', name])
      expect([code, stdout]).to.deep.equal([1, ''])
      expect(stderr)
        .to.match(message)
        .and.to.match(/^ideas: .*\n$/)
    }
    await expectNothing()
  })
})

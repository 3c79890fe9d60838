import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { readGraph, relationsOf } from '../../examples/graph-file.ts'

describe('graph files', () => {
  let folder: string

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'idea-repository-examples-'))
  })
  after(() => rm(folder, { recursive: true }))

  async function write(name: string, content: string | Uint8Array): Promise<string> {
    const file = path.join(folder, name)
    await writeFile(file, content)
    return file
  }

  async function refusal(file: string): Promise<string> {
    const read = await readGraph(file).then(
      () => 'no error',
      (error: unknown) => String(error instanceof Error ? error.message : error),
    )
    return read.replace(`${folder}${path.sep}`, '')
  }

  it('turns parents into relations', async () => {
    const ideas = [
      { key: 'a', title: ' A ' },
      { key: 'b', title: 'B', parent: 'a' },
    ]
    const graph = await readGraph(await write('good.json', JSON.stringify({ ideas })))
    expect(graph.ideas[0]).to.deep.include({ title: 'A', body: '', status: 'captured', tags: [], links: [] })
    expect(relationsOf(graph)).to.deep.equal([{ source: 'a', target: 'b', type: 'parent', note: null }])
  })

  it('reads one idea from each line of a .jsonl file', async () => {
    const links = [{ url: 'https://example.org/' }]
    const lines = [
      { title: 'A', tags: ['x'], links },
      { title: 'B', unknown: 1 },
    ].map((line) => JSON.stringify(line))
    const graph = await readGraph(await write('good.jsonl', `${lines.join('\r\n\r\n')}\n`))
    expect(graph.ideas.map(({ key, title }) => [key, title])).to.deep.equal([
      ['line-1', 'A'],
      ['line-3', 'B'],
    ])
    expect(graph.ideas[0]?.links).to.deep.equal([
      { url: 'https://example.org/', title: null, link_type: 'url' },
    ])
  })

  const head = '{\n"ideas": [\n{"key": "a", "title": "A"},\n'
  const mistakes: readonly (readonly [string, string | Uint8Array, string])[] = [
    ['word.json', `${head}x]}`, "word.json, line 4: is not JSON (Unexpected token 'x')"],
    ['cut.json', `${head}\n{"key": "b",\n"title": "B`, 'cut.json, line 6: is not JSON (Unterminated string)'],
    ['end.json', head, 'end.json, line 4: is not JSON (Unexpected end of JSON input)'],
    ['after.json', `${head}{"key":"b","title":"B"}]}\n\n]`, 'after.json, line 6: is not JSON'],
    [
      'long.json',
      `${head}{"key": "b",\n"title": "${'x'.repeat(201)}"}]}`,
      'long.json, line 5: ideas.1.title must have at most 200 characters',
    ],
    [
      'twice.json',
      `${head}{"key": "a", "title": "B"}]}`,
      'twice.json, line 4: ideas.1.key "a" is used twice',
    ],
    [
      'parent.json',
      `${head}{"key": "b", "title": "B",\n"parent": "c"}]}`,
      'parent.json, line 5: ideas.1.parent "c" is the key of no idea',
    ],
    [
      'repeat.json',
      `${head}{"key": "b", "title": "B", "parent": "a"}],\n"relations": [\n{"source": "a", "target": "b", "type": "parent"}]}`,
      'repeat.json, line 6: relations.0 repeats "a" parent "b"',
    ],
    [
      'typo.json',
      `${head}{"key": "b", "title": "B", "parents": []}]}`,
      'typo.json, line 4: ideas.1 Unrecognized key',
    ],
    [
      'url.jsonl',
      '{"title":"A"}\n{"title":"B","source_url":"nowhere"}',
      'url.jsonl, line 2: source_url must be an',
    ],
    ['cut.jsonl', '{"title":"A"}\n{"title', 'cut.jsonl, line 2: is not JSON (Unterminated string)'],
    ['bytes.json', Uint8Array.of(0xff), 'bytes.json: is not UTF-8'],
  ]
  for (const [name, content, message] of mistakes) {
    it(`says what is wrong: ${message}`, async () => {
      expect(await refusal(await write(name, content))).to.satisfy((text: string) => text.startsWith(message))
    })
  }

  it('says that a file is missing or a folder', async () => {
    expect(await refusal(path.join(folder, 'none.json'))).to.equal('none.json: there is no such file')
    expect(await refusal(folder)).to.equal(`${folder}: is a folder`)
  })
})

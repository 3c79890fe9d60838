import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import neo4j, { isPath, type Node, type Path } from 'neo4j-driver'
import { givenDatabase, type TestDatabase } from '../support/database.ts'
import { newIdea, newRelation } from '../support/factories.ts'
import { newUser, type TestUser } from '../support/service.ts'

const FOLDER = new URL('../../cypher/browser/', import.meta.url)
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.cypher'))
const DAY_MS = 86_400_000
/** A Monday. */
const START = Date.parse('2026-01-05T12:00:00Z')

const IDEAS = {
  plan: { tags: ['garden', 'tools'] },
  beds: { tags: ['garden'] },
  seeds: { status: 'exploring' },
  soil: { status: 'shipped', tags: ['garden', 'tools'] },
  notes: {},
  old: {},
  older: { status: 'shelved' },
  twin: {},
  copy: {},
} as const
type Title = keyof typeof IDEAS
const TITLES = Object.keys(IDEAS) as Title[]

const RELATIONS: readonly [Title, string, Title][] = [
  ['soil', 'blocks', 'plan'],
  ['plan', 'blocks', 'beds'],
  ['beds', 'blocks', 'seeds'],
  ['plan', 'blocks', 'seeds'],
  ['plan', 'parent', 'beds'],
  ['old', 'supersedes', 'older'],
  ['twin', 'related', 'beds'],
]

/** The rows of each query: ids as titles, paths as the titles of their ideas. */
const EXPECTED: Readonly<Record<string, Record<string, unknown>[]>> = {
  bottlenecks: [
    { id: 'plan', title: 'plan', direct: 2, all: 2 },
    { id: 'beds', title: 'beds', direct: 1, all: 1 },
  ],
  'connections-of-hubs': [
    'plan beds',
    'plan seeds',
    'plan soil',
    'beds seeds',
    'beds plan soil',
    'seeds plan soil',
  ].map((path) => ({ path })),
  'family-trees': [{ path: 'plan beds' }],
  forgotten: ['plan', 'beds', 'notes', 'old', 'twin'].map((title) => ({
    id: title,
    title,
    unchanged_since: '2026-01-05',
  })),
  'growth-by-week': [
    { week: '2026-01-05', ideas: 7, total: 7 },
    { week: '2026-01-19', ideas: 1, total: 8 },
  ],
  'hub-neighbourhood': ['plan soil', 'plan beds', 'plan beds', 'plan seeds'].map((path) => ({ path })),
  hubs: [
    { id: 'plan', title: 'plan', relations: 4 },
    { id: 'beds', title: 'beds', relations: 4 },
    { id: 'seeds', title: 'seeds', relations: 2 },
    ...['soil', 'old', 'older', 'twin'].map((title) => ({ id: title, title, relations: 1 })),
  ],
  'linked-sites': [
    { site: 'example.org', ideas: 1, links: 2 },
    { site: 'other.example', ideas: 1, links: 1 },
  ],
  'longest-blocking-chain': [{ steps: 3, chain: ['soil', 'plan', 'beds', 'seeds'] }],
  merges: [{ merged_at: 'date', absorbed: 'copy', survivor: 'notes' }],
  orphans: [{ id: 'notes', title: 'notes', status: 'captured' }],
  'pairs-under-review': [
    { pair: -1, idea: 'twin', duplicate_of: 'beds', confidence: 0.9, reasons: ['same words'] },
  ],
  'ready-to-start': [
    { id: 'plan', title: 'plan', status: 'captured', blocks: 2 },
    ...['twin', 'old', 'notes'].map((title) => ({ id: title, title, status: 'captured', blocks: 0 })),
  ],
  'shortest-path': [{ path: 'soil plan beds twin' }],
  specifications: [
    { provider: 'provider_a', model: 'm', specifications: 2, input_tokens: 30, output_tokens: 7 },
  ],
  statuses: [
    { status: 'captured', ideas: 5, days_unchanged: 'number' },
    ...['exploring', 'shelved', 'shipped'].map((status) => ({ status, ideas: 1, days_unchanged: 'number' })),
  ],
  supersession: [{ lineage: ['old', 'older'], steps: 1 }],
  tags: [
    { tag: 'garden', ideas: 3, automatic: 0 },
    { tag: 'tools', ideas: 2, automatic: 1 },
  ],
  'tags-together': [{ tag: 'garden', other: 'tools', both: 2, share: 0.67 }],
  'what-blocks-what': ['soil plan', 'plan beds', 'beds seeds', 'plan seeds'].map((path) => ({ path })),
}
/** Rows whose order the query does not promise. */
const UNORDERED = new Set(['connections-of-hubs', 'family-trees', 'hub-neighbourhood', 'what-blocks-what'])
/** Columns of which only the kind is compared. */
const KINDS: Readonly<Record<string, (value: unknown) => string>> = {
  merged_at: (value) => (/^\d{4}-\d\d-\d\dT/.test(String(value)) ? 'date' : 'no date'),
  days_unchanged: (value) => typeof value,
}

describe('the queries of cypher/browser', () => {
  let database: TestDatabase
  let user: TestUser
  const ids = new Map<Title, number>()
  // Before the database is closed.
  after(async () =>
    database.query('MATCH (p:DuplicatePair {userId: $userId}) DETACH DELETE p', { userId: user.user_id }),
  )
  givenDatabase((given) => (database = given))
  before(async () => {
    user = await newUser()
    for (const title of TITLES) ids.set(title, (await newIdea(user.api, { title, ...IDEAS[title] })).id)
    for (const [source, type, target] of RELATIONS) {
      await newRelation(user.api, ids.get(source), type, ids.get(target))
    }
    for (const [title, url] of [
      ['plan', 'https://example.org/a'],
      ['plan', 'https://example.org/b'],
      ['beds', 'https://other.example/x'],
    ] as const) {
      await user.api.post(`/ideas/${ids.get(title)}/links`, { url })
    }
    await user.api.post(`/ideas/${ids.get('notes')}/merge`, { absorb_id: ids.get('copy') })
    await database.query(`MATCH (:Idea {id: $soil})-[x:TAGGED]->(:Tag {name: 'tools'}) SET x.auto = true`, {
      soil: ids.get('soil'),
    })
    await database.query(
      `MATCH (i:Idea {userId: $userId}) SET i.createdAt = $start, i.updatedAt = $start
       WITH i WHERE i.title = 'twin' SET i.createdAt = $start + 14 * $day
       WITH i MATCH (beds:Idea {userId: $userId, title: 'beds'}), (plan:Idea {userId: $userId, title: 'plan'})
       CREATE (i)<-[:FLAGS]-(:DuplicatePair {id: -1, userId: $userId, status: 'pending', score: 0.8, confidence: 0.9, reasons: ['same words']})-[:DUPLICATE_OF]->(beds)
       FOREACH (tokens IN [10, 20] | CREATE (plan)-[:HAS_SPECIFICATION]->(:Specification
         {id: randomUUID(), userId: $userId, text: '', provider: 'provider_a', model: 'm', inputTokens: tokens, outputTokens: tokens / 4, createdAt: $start}))`,
      { userId: user.user_id, start: neo4j.int(START), day: neo4j.int(DAY_MS) },
    )
  })
  const shown = (name: string, value: unknown): unknown => {
    if (KINDS[name] !== undefined) return KINDS[name](value)
    if (isPath(value as object)) return titlesOf(value as Path).join(' ')
    if (name === 'id') return [...ids].find(([, id]) => id === value)?.[0]
    return Array.isArray(value) || typeof value !== 'object' ? value : String(value)
  }
  const rowsOf = async (text: string, email: string): Promise<Record<string, unknown>[]> => {
    const rows = await database.query(text, { email, from: ids.get('soil'), to: ids.get('twin') })
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shown(name, value)])),
    )
  }

  it('are those whose answers are known here', () => {
    expect(FILES.map((name) => name.replace('.cypher', '')).sort()).to.deep.equal(
      Object.keys(EXPECTED).sort(),
    )
  })

  it('are listed in docs/analysts.md, each with its name', () => {
    const listed = readFileSync(new URL('../../docs/analysts.md', import.meta.url), 'utf8')
      .split('\n')
      .flatMap((line) => {
        const { file, name } = /^\| `(?<file>[\w-]+\.cypher)` *\| (?<name>.*?) *\|$/.exec(line)?.groups ?? {}
        return file === undefined ? [] : [[file, `// ${name}`]]
      })
    const named = FILES.map((file) => [file, readFileSync(new URL(file, FOLDER), 'utf8').split('\n')[0]])
    expect(listed).to.deep.equal(named.sort())
  })

  for (const file of FILES) {
    const text = readFileSync(new URL(file, FOLDER), 'utf8')
    const name = file.replace('.cypher', '')
    describe(file, () => {
      it('begins with its name, and asks for the ideas of $email', () => {
        expect(text).to.match(/^\/\/ \S.*\nMATCH \(u:User \{emailKey: toLower\(\$email\)\}\)\n/)
      })

      it('is planned without warnings, unbounded trails and scans of all nodes', async () => {
        const session = database.driver.session()
        const { summary } = await session.run(`EXPLAIN ${text}`, { email: '', from: 1, to: 2 })
        await session.close()
        expect(summary.notifications).to.deep.equal([])
        // Which index is used depends on how many users and ideas there are.
        expect(JSON.stringify(summary.plan)).not.to.match(/VarLengthExpand\(All\)|AllNodesScan/)
      })

      it('answers for this account, and nothing for another', async () => {
        const rows = await rowsOf(text, user.email.toUpperCase())
        const wanted = EXPECTED[name] ?? []
        if (UNORDERED.has(name)) expect(rows).to.have.deep.members(wanted)
        else expect(rows).to.deep.equal(wanted)
        expect(await rowsOf(text, 'nobody@example.org')).to.deep.equal([])
      })
    })
  }
})

function titlesOf({ start, segments }: Path): string[] {
  return [start, ...segments.map(({ end }) => end)].map(({ properties }: Node) => String(properties['title']))
}

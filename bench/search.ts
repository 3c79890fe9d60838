import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Client } from '../test/support/client.ts'
import { openDatabase, type TestDatabase } from '../test/support/database.ts'
import { startService, type TestService } from '../test/support/service.ts'
import { exactness } from './exactness.ts'
import { ndcg } from './ndcg.ts'
import { startThrowAwayServers } from './throw-away-servers.ts'

const HELP = `npm run bench:search -- [FOLDER] [--users 100] [--ideas 500] [--questions FILE]
Search relevance: nDCG@10 on what FOLDER (../shared/data) holds: the Cranfield collection (cranfield-docs.jsonl and
cranfield-queries.jsonl), and project ideas (app-ideas.jsonl) with the questions of bench/questions.jsonl, of which some share no
word with their answer; --questions names another file of such questions. Then the recall of the vector index with --users users of --ideas ideas each: how many of the first
ten results of a semantic search equal those of an exact search.
`
const MODES = ['keyword', 'semantic', 'hybrid'] as const
const MAX_TITLE = 200
const IMPORTED_AT_A_TIME = 250

type Doc = Readonly<{ id: number; title: string; text: string }>
/** A question, the line of the idea in app-ideas.jsonl that answers it, and whether they share a word but for stop words. */
type Question = Readonly<{ text: string; line: number; shares: boolean }>
/** A query with graded documents, by id, and the column that it is counted in. */
type Judged = Readonly<{ column: string; text: string; relevant: Readonly<Record<string, number>> }>
type Collection = Readonly<{ name: string; docs: readonly Doc[]; queries: readonly Judged[] }>

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    users: { type: 'string', default: '100' },
    ideas: { type: 'string', default: '500' },
    questions: { type: 'string', default: path.join(import.meta.dirname, 'questions.jsonl') },
    help: { type: 'boolean', default: false },
  },
})

async function main(): Promise<void> {
  const folder = path.resolve(positionals[0] ?? path.join(import.meta.dirname, '../../shared/data'))
  const collections = collectionsIn(folder)
  const [cranfield] = collections ?? []
  if (collections === undefined || cranfield === undefined) {
    console.error(
      `${folder} does not hold cranfield-docs.jsonl, cranfield-queries.jsonl and app-ideas.jsonl: name their folder`,
    )
    process.exitCode = 1
    return
  }
  await using started = new AsyncDisposableStack()
  await startThrowAwayServers(started, { model: true })
  const database = openDatabase()
  const service = await startService({
    env: {
      WORKER: 'inside',
      EMBEDDINGS_DIR: process.env['TEST_MODEL_DIR'] ?? '',
      PRO_PLAN_DAILY_QUOTA: '1000000',
    },
  })
  try {
    const users = []
    for (const { docs } of collections) {
      const user = await service.createUser()
      await writeDocs(user.api, docs)
      users.push(user)
    }
    await embedded(service)
    for (const [at, collection] of collections.entries()) {
      const user = users[at]
      if (user !== undefined) await relevance(user.api, collection)
    }
    const size = { users: Number(values.users), ideas: Number(values.ideas) }
    const [first] = users
    if (first !== undefined && size.users > 0)
      await equality(service, database, first.user_id, cranfield.queries, size)
  } finally {
    await service.close()
    await database.close()
  }
}

function readLines<Line>(file: string): Line[] | undefined {
  try {
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line)
  } catch {
    return undefined
  }
}

function collectionsIn(folder: string): Collection[] | undefined {
  const docs = readLines<Doc>(path.join(folder, 'cranfield-docs.jsonl'))
  const queries = readLines<Judged & Readonly<{ id: number }>>(path.join(folder, 'cranfield-queries.jsonl'))
  const ideas = readLines<Readonly<{ title: string; body: string }>>(path.join(folder, 'app-ideas.jsonl'))
  const questions = readLines<Question>(path.resolve(values.questions))
  if (docs === undefined || queries === undefined || ideas === undefined || questions === undefined)
    return undefined
  return [
    {
      name: 'Cranfield',
      docs,
      queries: queries.map((query) => ({ ...query, column: query.id % 2 === 1 ? 'odd' : 'even' })),
    },
    {
      name: 'app ideas',
      docs: ideas.map(({ title, body }, at) => ({ id: at + 1, title, text: body })),
      queries: questions.map(({ text, line, shares }) => ({
        column: shares ? 'words shared' : 'none shared',
        text,
        relevant: { [line]: 1 },
      })),
    },
  ]
}

/** Every document as an idea whose `source_url` ends with the document's id. */
async function writeDocs(api: Client, docs: readonly Doc[]): Promise<void> {
  const ideas = docs.map(({ id, title, text }) => ({
    title: title.trim().slice(0, MAX_TITLE) || `Document ${id}`,
    body: text,
    source_url: `https://docs.example/${id}`,
  }))
  for (let at = 0; at < ideas.length; at += IMPORTED_AT_A_TIME) {
    await imported(api, ideas.slice(at, at + IMPORTED_AT_A_TIME), at)
  }
}

/** Imports ideas; resumes after 503, up to ten attempts. */
async function imported(api: Client, ideas: readonly unknown[], id: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { status, body } = await api.post(`/user/import?import_id=part-${id}`, { ideas })
    if (status < 300) return
    if (status !== 503 || attempt === 10) throw new Error(`the import was refused: ${JSON.stringify(body)}`)
    await sleep(2_000)
  }
}

async function embedded({ application: { indexing } }: TestService): Promise<void> {
  const start = performance.now()
  for (let shown = 0; ;) {
    const [{ pending, failed }, vectors] = await Promise.all([
      indexing.jobs.counts(),
      indexing.queryVectors(),
    ])
    if (failed > 0) throw new Error(`${failed} ideas cannot be embedded`)
    if (pending === 0 && vectors !== undefined) break
    if (performance.now() - shown > 10_000) console.log(`${pending} ideas to embed`)
    if (performance.now() - shown > 10_000) shown = performance.now()
    await sleep(200)
  }
  console.log(`embedded after ${((performance.now() - start) / 1_000).toFixed(0)} s`)
}

async function relevance(api: Client, { name, queries }: Collection): Promise<void> {
  const columns = [...new Set(queries.map(({ column }) => column)), 'all']
  const head = columns.map((column) => column.padStart(14)).join('')
  console.log(`${name}: nDCG@10 of ${queries.length} queries\n        ${head}   median ms`)
  for (const mode of MODES) {
    const values: { column: string; value: number; ms: number }[] = []
    for (const { column, text, relevant } of queries) {
      const begun = performance.now()
      const found = await foundDocs(api, text, mode)
      const grades = found.map((id) => relevant[id] ?? 0)
      values.push({ column, value: ndcg(grades, Object.values(relevant)), ms: performance.now() - begun })
    }
    const means = columns.map((wanted) =>
      mean(values.filter(({ column }) => [column, 'all'].includes(wanted))),
    )
    const ms = values.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
    console.log(`${mode.padEnd(8)}${means.join('')}${ms.toFixed(0).padStart(12)}`)
  }
}

async function foundDocs(api: Client, q: string, mode: string): Promise<string[]> {
  const { status, body } = await api.get(`/ideas/search?${new URLSearchParams({ q, mode, limit: '10' })}`)
  if (status !== 200 || body.search_type !== mode) throw new Error(`${mode} search: ${JSON.stringify(body)}`)
  return body.results.map(({ source_url }: { source_url: string }) => source_url.split('/').at(-1) ?? '')
}

function mean(values: readonly { value: number }[]): string {
  return (values.reduce((sum, { value }) => sum + value, 0) / values.length).toFixed(4).padStart(14)
}

async function equality(
  service: TestService,
  database: TestDatabase,
  source: string,
  queries: readonly Judged[],
  size: { users: number; ideas: number },
): Promise<void> {
  console.log(`writing ${size.users} users with ${size.ideas} ideas`)
  const { places, equal, medianMs } = await exactness(service, database, source, {
    ...size,
    texts: queries.map(({ text }) => text),
  })
  const share = ((100 * equal) / places).toFixed(2)
  console.log(`${share} % of ${places} places as in an exact scan; median ${medianMs.toFixed(0)} ms`)
}

if (values.help) console.log(HELP)
else await main()

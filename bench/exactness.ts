import type { TestDatabase } from '../test/support/database.ts'
import type { TestService, TestUser } from '../test/support/service.ts'

type Size = Readonly<{ users: number; ideas: number; texts: readonly string[] }>
type Passage = Readonly<{ ideaId: number; embedding: number[] }>

const SEARCHES = 3
const TOP = 10

const PASSAGES = `
MATCH (i:Idea)-[:HAS_PASSAGE]->(p:PassageA) WHERE i.userId = $source AND p.position = 0
RETURN i.id AS ideaId, p.embedding AS embedding ORDER BY i.id`
const COPY = `
UNWIND $rows AS row
MATCH (:Idea {id: toInteger(row.of)})-[:HAS_PASSAGE]->(p:PassageA {position: 0})
CREATE (i:Idea {id: toInteger(row.id), userId: $userId, title: 'Copy', titleKey: 'copy', body: '', status: 'captured',
  source: 'api', archived: false, createdAt: timestamp(), updatedAt: timestamp()})
CREATE (i)-[:HAS_PASSAGE]->(:Passage:PassageA {
  userId: $userId, position: 0, text: p.text, hash: p.hash, embedding: p.embedding})`

/**
 * Recall of the approximate vector index: creates ideas with vectors of real passages for many users, searches as each of
 * them, and compares the first ten results with those of an exact search.
 */
export async function exactness(service: TestService, database: TestDatabase, source: string, size: Size) {
  const passages = (await database.query(PASSAGES, { source })) as Passage[]
  const vectors = await service.application.indexing.queryVectors()
  if (vectors?.slot !== 'a') throw new Error('the index of the slot a does not answer')
  const people: { user: TestUser; own: Map<number, number[]> }[] = []
  let id = 5_000_000_000_000_000
  for (let at = 0; at < size.users; at += 1) {
    const user = await service.createUser()
    const own = new Map<number, number[]>()
    const rows = sample(passages, size.ideas, at).map((passage) => {
      id += 1
      own.set(id, passage.embedding)
      return { id, of: passage.ideaId }
    })
    await database.query(COPY, { rows, userId: user.user_id })
    people.push({ user, own })
  }
  const result = { places: 0, equal: 0 }
  const times: number[] = []
  for (const [at, { user, own }] of people.entries()) {
    for (let search = 0; search < SEARCHES; search += 1) {
      const text = size.texts[(at * SEARCHES + search) % size.texts.length] ?? ''
      const begun = performance.now()
      const query = new URLSearchParams({ q: text, mode: 'semantic', limit: String(TOP) })
      const { status, body } = await user.api.get(`/ideas/search?${query}`)
      if (status !== 200) throw new Error(`the search was refused: ${JSON.stringify(body)}`)
      times.push(performance.now() - begun)
      const exact = nearest(own, await vectors.embedQuery(text))
      for (const [place, id] of exact.entries()) {
        result.places += 1
        if (body.results[place]?.id === id) result.equal += 1
      }
    }
  }
  return { ...result, medianMs: times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0 }
}

/** `count` distinct items, selected pseudo-randomly by the seed. */
function sample<T>(all: readonly T[], count: number, seed: number): T[] {
  let state = seed + 1
  const keyed = all.map((item) => {
    state = (state * 48_271) % 2_147_483_647
    return { item, key: state }
  })
  return keyed
    .toSorted((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ item }) => item)
}

function nearest(own: ReadonlyMap<number, number[]>, query: readonly number[]): number[] {
  return [...own]
    .map(([id, vector]) => ({
      id,
      score: vector.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0),
    }))
    .toSorted((a, b) => b.score - a.score || b.id - a.id)
    .slice(0, TOP)
    .map(({ id }) => id)
}

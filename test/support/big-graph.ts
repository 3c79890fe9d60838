import { randomUUID } from 'node:crypto'
import type { Driver } from 'neo4j-driver'
import { contentHash, normaliseText } from '../../src/features/ideas/content.ts'
import { driverArguments } from '../../src/platform/graph/query.ts'
import { sequenceQueries } from '../../src/platform/graph/sequence.ts'

/** The ids of a graph that was written directly to the database. */
export type BigGraph = Readonly<{ firstIdea: number; ideas: number; relations: number }>

const TYPES = ['RELATED', 'PARENT', 'BLOCKS', 'INSPIRES', 'DUPLICATE', 'SUPERSEDES'] as const
const BATCH = 2_000

const CREATE_IDEAS = `
UNWIND $rows AS row
CREATE (i:Idea {id: toInteger(row.id), userId: $userId, title: row.title, titleKey: row.titleKey, body: row.body,
  bodyLength: size(row.body), contentHash: row.contentHash, status: 'captured', source: 'api', archived: false,
  createdAt: toInteger(row.createdAt), updatedAt: toInteger(row.createdAt)})
WITH i, row UNWIND row.tags AS tag
MERGE (t:Tag {userId: $userId, nameKey: tag.name})
ON CREATE SET t.id = toInteger(tag.id), t.name = tag.name, t.createdAt = i.createdAt
CREATE (i)-[:TAGGED {position: 0}]->(t)`
const CREATE_RELATIONS = `
UNWIND $rows AS row
MATCH (s:Idea {id: toInteger(row.source)}), (t:Idea {id: toInteger(row.target)})
CREATE (s)-[:$(row.type) {id: toInteger(row.id), note: row.note, createdAt: toInteger(row.createdAt)}]->(t)`
const COUNT_IDEAS = `
MATCH (l:Ledger {userId: $userId})
SET l.ideaCount = toInteger($ideas), l.lastCreatedAt = toInteger($last), l.revision = l.revision + 1`

/**
 * Writes ideas, each with two of 50 tags and one of 50 words, and relations of all types for one user, faster than through the API. Every relation
 * goes from an older idea to a newer one, so that there are no cycles.
 */
export async function writeBigGraph(
  driver: Driver,
  userId: string,
  size: { ideas: number; relations: number },
): Promise<BigGraph> {
  const run = async (text: string, parameters: Record<string, unknown>) =>
    driver.executeQuery(text, parameters)
  const reserve = async (name: string, count: number): Promise<number> => {
    const { records } = await run(...driverArguments(sequenceQueries.reserve, { name, size: count }))
    return Number(records[0]?.get('first'))
  }
  const firstIdea = await reserve('idea', size.ideas)
  const firstRelation = await reserve('relation', size.relations)
  const firstTag = await reserve('tag', 50)
  const start = Date.now() - size.ideas * 1_000

  for (let from = 0; from < size.ideas; from += BATCH) {
    const rows = range(from, Math.min(from + BATCH, size.ideas)).map((index) => {
      const title = `Idea number ${index} about ${randomUUID()}`
      const body = `About topic${index % 50}. ${'A body of some words, as people write them. '.repeat(1 + (index % 8))}`
      const tags = [index % 50, (index * 7 + 1) % 50].map((tag) => ({
        id: firstTag + tag,
        name: `topic-${tag}`,
      }))
      const content = { titleKey: normaliseText(title), contentHash: contentHash(title, body) }
      return { id: firstIdea + index, title, body, tags, ...content, createdAt: start + index * 1_000 }
    })
    await run(CREATE_IDEAS, { userId, rows })
  }
  for (let from = 0; from < size.relations; from += BATCH) {
    const rows = range(from, Math.min(from + BATCH, size.relations)).map((index) => {
      const source = index % (size.ideas - 1)
      const step = 1 + Math.floor(index / (size.ideas - 1)) * 13
      const target = Math.min(source + step, size.ideas - 1)
      return {
        id: firstRelation + index,
        source: firstIdea + source,
        target: firstIdea + target,
        type: TYPES[index % TYPES.length],
        note: index % 5 === 0 ? 'because of this' : null,
        createdAt: start + index,
      }
    })
    await run(CREATE_RELATIONS, { rows })
  }
  await run(COUNT_IDEAS, { userId, ideas: size.ideas, last: Date.now() })
  return { firstIdea, ...size }
}

const CREATE_PASSAGES = `
UNWIND $rows AS row
MATCH (i:Idea {id: toInteger(row.id)})
CREATE (i)-[:HAS_PASSAGE]->(:Passage:PassageA {userId: i.userId, position: 0, text: i.title, hash: '', embedding: row.embedding})`

/** Gives each idea of a graph a passage in slot a, with a vector near one of 50 random directions. */
export async function writePassages(
  driver: Driver,
  { firstIdea, ideas }: BigGraph,
  dimensions: number,
): Promise<void> {
  const random = (): number[] => Array.from({ length: dimensions }, () => Math.random() - 0.5)
  const centres = range(0, 50).map(random)
  for (let from = 0; from < ideas; from += BATCH) {
    const rows = range(from, Math.min(from + BATCH, ideas)).map((index) => ({
      id: firstIdea + index,
      embedding: random().map((value, at) => value + (centres[index % 50]?.[at] ?? 0)),
    }))
    await driver.executeQuery(CREATE_PASSAGES, { rows })
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}

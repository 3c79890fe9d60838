import type { Driver } from 'neo4j-driver'
import { writeBigGraph } from '../test/support/big-graph.ts'

/** The ids of a source and a target. */
export type Ends = readonly [source: number, target: number]

/** Graphs of `blocks` that make the search for cycles expensive: pairs of which the relation would close a cycle. */
export type Shapes = Readonly<{
  /** A path of 100 to 199 relations, at random. */
  deep(): Ends
  /** 30 layers of two ideas, each related to both of the next layer: 2^29 paths from first to last. */
  ladder: Ends
  /** A path of 4,999 relations. */
  chain: Ends
}>

const DEEP = 200
const LAYERS = 30
const CHAIN = 5_000

const RELATE = `UNWIND $pairs AS pair
MATCH (s:Idea {id: toInteger(pair[0])}), (t:Idea {id: toInteger(pair[1])})
CREATE (s)-[:BLOCKS {id: -s.id * 10000000 - t.id, createdAt: timestamp()}]->(t)`

/** Writes the ideas of a user who has none, and their relations. */
export async function writeShapes(driver: Driver, userId: string): Promise<Shapes> {
  const ideas = DEEP + LAYERS * 2 + CHAIN
  const { firstIdea } = await writeBigGraph(driver, userId, { ideas, relations: 0 })
  const firstOfLadder = firstIdea + DEEP
  const firstOfChain = firstOfLadder + LAYERS * 2
  const pairs = [...path(firstIdea, DEEP), ...ladder(firstOfLadder), ...path(firstOfChain, CHAIN)]
  await driver.executeQuery(RELATE, { pairs })
  return {
    deep: () => [firstIdea + DEEP - 1 - upTo(50), firstIdea + upTo(50)],
    ladder: [firstOfLadder + LAYERS * 2 - 1, firstOfLadder],
    chain: [firstOfChain + CHAIN - 1, firstOfChain],
  }
}

/** A whole number below a limit, at random. */
export function upTo(limit: number): number {
  return Math.floor(Math.random() * limit)
}

function path(first: number, ideas: number): Ends[] {
  return Array.from({ length: ideas - 1 }, (_, at): Ends => [first + at, first + at + 1])
}

function ladder(first: number): Ends[] {
  return Array.from({ length: LAYERS - 1 }, (_, layer) => first + layer * 2).flatMap((from): Ends[] => [
    [from, from + 2],
    [from, from + 3],
    [from + 1, from + 2],
    [from + 1, from + 3],
  ])
}

import fc from 'fast-check'
import type { Lost } from './merging.ts'
import { expectSound, index, notes, pairs, types, urls, type File } from './random-graph.ts'
import { Expected, type Tally } from './expected.ts'

export type Relation = File['relations'][number]
export type Link = File['links'][number]

/** The ideas of one account, kept by the service or on paper. A change that is refused answers false or undefined. */
export type World = Readonly<{
  everything(): Promise<File>
  merge(survivor: number, absorbed: number): Promise<boolean>
  unmerge(survivor: number, absorbed: number): Promise<Lost[]>
  relate(source: number, type: string, target: number, note: string | null): Promise<Relation | undefined>
  changeRelation(id: number, fields: Readonly<Partial<Relation>>): Promise<Relation | undefined>
  deleteRelation(id: number): Promise<boolean>
  addLink(idea: number, url: string, title: string | null): Promise<Link | undefined>
  deleteLink(idea: number, id: number): Promise<boolean>
  /** False also where the idea has the tag already. */
  addTag(idea: number, name: string): Promise<boolean>
  /** False also where the idea does not have the tag. */
  removeTag(idea: number, name: string): Promise<boolean>
  deleteIdea(id: number): Promise<boolean>
}>

/** Chooses among what there was so far. */
const pick = fc.nat({ max: 50 })
const name = fc.constantFrom('one', 'two', 'three', 'four')

function act<A extends string, F extends object>(
  weight: number,
  kind: A,
  fields: { [K in keyof F]: fc.Arbitrary<F[K]> },
) {
  return { weight, arbitrary: fc.record<F>(fields).map((given) => ({ ...given, act: kind })) }
}

const step = fc.oneof(
  act(16, 'merge', { pair: pairs }),
  act(5, 'unmerge', { pick }),
  act(3, 'relate', { source: index, type: types, target: index, note: notes }),
  act(3, 'renote', { pick, isCleared: fc.boolean() }),
  act(1, 'retype', { pick, type: types }),
  act(3, 'unrelate', { pick }),
  act(2, 'link', { idea: index, url: urls, title: notes }),
  act(2, 'unlink', { pick }),
  act(2, 'tag', { idea: index, name }),
  act(2, 'untag', { idea: index, name }),
  act(1, 'delete', { idea: index }),
)
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** What happens to a graph, and the order in which the merges that are left are undone. */
export const histories = fc.record({
  steps: fc.array(step, { minLength: 6, maxLength: 16, size: 'max' }),
  order: fc.array(pick, { minLength: 5, maxLength: 5 }),
})
export type History = typeof histories extends fc.Arbitrary<infer T> ? T : never

/**
 * Carries a history out, undoes all merges that are left, and expects everything as it was before, but for what people
 * changed and for what the answers said was lost. Counts what happened.
 */
export async function liveThrough(
  world: World,
  ids: readonly number[],
  { steps, order }: History,
  tally: Tally,
): Promise<void> {
  const expected = new Expected(world, await world.everything(), ids, tally)
  for (const one of steps) await expected.act(one)
  expectSound(await world.everything(), expected.deleted)
  for (let turn = 0; await expected.undo(order[turn % order.length] ?? 0); turn += 1);
  const after = await world.everything()
  expectSound(after, expected.deleted)
  expected.compare(after)
}

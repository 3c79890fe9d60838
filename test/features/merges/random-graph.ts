import { expect } from 'chai'
import fc from 'fast-check'
import { importLines } from '../imports/import-client.ts'
import type { Client } from '../../support/client.ts'
import { hasCycle, type Arrow } from '../../support/paths.ts'
import { done, everything } from './merging.ts'

export const TYPES = ['related', 'parent', 'blocks', 'inspires', 'duplicate', 'supersedes']
/** Ideas in a random graph: so few that merges meet each other. */
export const IDEAS = 6

export const index = fc.nat({ max: IDEAS - 1 })
export const types = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('blocks', 'parent', 'supersedes') },
  { weight: 1, arbitrary: fc.constantFrom(...TYPES) },
)
export const notes = fc.constantFrom(null, null, 'one', 'two')
export const urls = fc.constantFrom(
  'https://example.org',
  'https://example.org/',
  'https://example.org/x',
  'mailto:a@b.c',
)

const idea = fc.record({
  title: fc.constantFrom('Same', 'Two\nlines', '# Heading', '日本語'),
  body: fc.constantFrom('', 'Text', '\n\n---\n\n## Same', 'Text\n'),
  tags: fc.uniqueArray(fc.constantFrom('one', 'two', 'three', 'four'), { maxLength: 3 }),
})
const relation = fc.record({ source: index, type: types, target: index, note: notes })
const link = fc.record({ idea: index, url: urls, title: notes })

/** Ideas with tags, links and relations, as the API takes them; what it refuses is not there. */
export const graphs = fc.record({
  ideas: fc.array(idea, { minLength: IDEAS, maxLength: IDEAS }),
  relations: fc.array(relation, { minLength: 4, maxLength: 14 }),
  links: fc.array(link, { maxLength: 6 }),
})
export type Graph = typeof graphs extends fc.Arbitrary<infer T> ? T : never

/** Two of the ideas. */
export const pairs = fc.tuple(index, index)

/** Makes a graph and answers the ids of its ideas. */
export async function furnish(api: Client, { ideas, relations, links }: Graph): Promise<number[]> {
  const lines = [
    ...ideas.map((idea, at) => ({ ...idea, id: at + 1 })),
    ...links.map(({ idea, ...link }) => ({ ...link, type: 'link', idea_id: idea + 1 })),
    ...relations.map(({ source, type, target, note }) => ({
      type: 'relation',
      source_idea_id: source + 1,
      relation_type: type,
      target_idea_id: target + 1,
      note,
    })),
  ]
  await done(importLines(api, lines, '?mode=continue'))
  const made: File = await everything(api)
  expect(made.ideas).to.have.length(IDEAS)
  return made.ideas.map(({ id }) => id)
}

export type File = Readonly<{
  ideas: {
    id: number
    title: string
    body: string
    tags: string[]
    archived: boolean
    merged_into: number | null
  }[]
  relations: {
    id: number
    source_idea_id: number
    target_idea_id: number
    relation_type: string
    note: string | null
    score: number | null
  }[]
  links: { id: number; idea_id: number; url: string; title: string | null }[]
}>

/** The relations of one type in an export. */
export function arrowsIn({ relations }: File, type: string): Arrow[] {
  return relations
    .filter((edge) => edge.relation_type === type)
    .map((edge) => [edge.source_idea_id, edge.target_idea_id])
}

/** What must be true of every account: no relation hangs, is there twice, or closes a cycle; none of `gone` is in it. */
export function expectSound(file: File, gone: ReadonlySet<number> = new Set()): void {
  const active = new Set(file.ideas.filter(({ archived }) => !archived).map(({ id }) => id))
  const seen = new Set<string>()
  for (const { source_idea_id: source, target_idea_id: target, relation_type: type } of file.relations) {
    expect(active, 'ends of relations').to.include(source).and.to.include(target)
    expect(source, 'an idea with itself').not.to.equal(target)
    expect(seen, 'equal relations').not.to.include(`${type} ${source} ${target}`)
    seen.add(`${type} ${source} ${target}`)
  }
  for (const { idea_id: id } of file.links) expect(active, 'ideas of links').to.include(id)
  for (const type of ['blocks', 'parent']) expect(hasCycle(arrowsIn(file, type)), type).to.equal(false)
  for (const { archived, merged_into: survivor } of file.ideas)
    if (archived && (survivor !== null || gone.size === 0)) expect(active, 'survivors').to.include(survivor)
  for (const id of gone) expect(active, 'deleted ideas').not.to.include(id)
}

/** What was there before is there after merges, with the idea at the end of the chain of merges of the one that it was of. */
export function expectNothingLost(before: File, after: File): void {
  const now = new Map(after.ideas.map((own) => [own.id, own]))
  const home = (id: number): number => now.get(id)?.merged_into ?? id
  for (const own of before.ideas) {
    const survivor = now.get(home(own.id))
    if (survivor?.id !== own.id) {
      expect(survivor?.body).to.include(own.body).and.to.include(own.title.replaceAll(/\s+/g, ' '))
    }
    expect(survivor?.tags).to.include.members(own.tags)
  }
  for (const { idea_id: id, url } of before.links) {
    const urls = after.links.filter((own) => own.idea_id === home(id)).map((own) => new URL(own.url).href)
    expect(urls).to.include(new URL(url).href)
  }
  const edges = new Set(
    TYPES.flatMap((type) => arrowsIn(after, type).map((ends) => `${type} ${ends.join()}`)),
  )
  for (const { source_idea_id: source, target_idea_id: target, relation_type: type } of before.relations)
    if (home(source) !== home(target)) expect(edges).to.include(`${type} ${home(source)},${home(target)}`)
}

import { expect } from 'chai'
import { relationsOf, type Graph } from '../../examples/graph-file.ts'
import { inParallel } from '../../examples/in-parallel.ts'
import type { Idea } from '../../src/features/ideas/schema.ts'
import type { Node } from '../../src/features/map/schema.ts'
import type { Client } from '../support/client.ts'
import { read, type Account } from './account.ts'

/** A relation with the titles of its ideas. */
export type NamedRelation = Readonly<{ source: string; target: string; type: string; note: string | null }>

/** Expects the ideas of a graph in an account's lists, newest first, with all their fields. */
export function expectIdeas({ ideas }: Graph, account: Account): void {
  expect(account.ideas.map(contentOf)).to.have.deep.members(ideas.map(contentOf))
  expect(account.ideas.every(({ source }) => source === 'api')).to.equal(true)
  const order = account.ideas.map(({ created_at }) => created_at)
  expect(order).to.deep.equal([...order].sort().reverse())
}

/** Expects each tag with its number of ideas and its colour, and each pair of tags to list exactly the ideas with both. */
export async function expectTags({ ideas, tag_colors }: Graph, account: Account, api: Client): Promise<void> {
  const names = [...new Set(ideas.flatMap(({ tags }) => tags))]
  const titlesWith = (wanted: readonly string[]) =>
    ideas.filter(({ tags }) => wanted.every((tag) => tags.includes(tag))).map(({ title }) => title)
  const shown = account.tags.map(({ name, color, idea_count, count }) => ({ name, color, idea_count, count }))
  expect(shown).to.have.deep.members(
    names.map((name) => {
      const count = titlesWith([name]).length
      return { name, color: tag_colors[name] ?? null, idea_count: count, count }
    }),
  )
  const pairs = names.flatMap((first, index) => names.slice(index).map((second) => [first, second] as const))
  await inParallel(pairs, 8, async ([first, second]) => {
    const query = new URLSearchParams({ tag: first, limit: '100' })
    query.append('tag', second)
    const found = await read<{ title: string }[]>(api, `/ideas?${query.toString()}`)
    const titles = found.map(({ title }) => title)
    expect(titles, `${first} and ${second}`).to.have.members(titlesWith([first, second]))
  })
}

/** Expects the links of each idea, in the file's order; a URL that an idea names twice is there once. */
export function expectLinks({ ideas }: Graph, account: Account): void {
  const idOf = idsByTitle(account)
  for (const { title, links } of ideas) {
    const wanted = links.filter(({ url }, index) => links.findIndex((link) => link.url === url) === index)
    const shown = account.links.get(idOf.get(title) ?? 0) ?? []
    expect(
      shown.map(({ url, title, link_type }) => ({ url, title, link_type })),
      title,
    ).to.deep.equal(wanted)
    expect(account.details.get(idOf.get(title) ?? 0)?.links, title).to.deep.equal(shown)
  }
}

/** Expects exactly these relations in the map, at both of their ideas, and as `parent_id`. */
export function expectRelations(wanted: readonly NamedRelation[], account: Account): void {
  const titleOf = new Map(account.ideas.map(({ id, title }) => [id, title]))
  const name = (source: number, target: number, type: string, note: string | null) => ({
    source: titleOf.get(source),
    target: titleOf.get(target),
    type,
    note,
  })
  const edges = account.map.edges.map(({ source, target, type, note }) => name(source, target, type, note))
  expect(edges).to.have.deep.members(wanted)
  for (const side of ['outgoing', 'incoming'] as const) {
    const shown = [...account.relations.values()].flatMap((relations) => relations[side])
    expect(
      shown.map((edge) => name(edge.source_idea_id, edge.target_idea_id, edge.relation_type, edge.note)),
      side,
    ).to.have.deep.members(wanted)
  }
  for (const { id, title, parent_id } of account.ideas) {
    const parent = wanted.find(({ type, target }) => type === 'parent' && target === title)?.source
    expect(parent_id === null ? undefined : titleOf.get(parent_id), title).to.equal(parent)
    const { outgoing = [], incoming = [] } = account.relations.get(id) ?? {}
    const all = [...outgoing, ...incoming].map((relation) => ({ ...relation, score: null }))
    expect(account.details.get(id)?.relations, title).to.have.deep.members(all)
    const node = account.map.nodes.find((candidate) => candidate.id === id)
    expect(node?.connectionCount, title).to.equal(outgoing.length + incoming.length)
  }
}

/** Expects each idea as a node of the map. */
export function expectNodes({ ideas, map }: Account): void {
  expect(map.nodes.map(nodeOf)).to.have.deep.members(ideas.map(nodeOf))
}

/** The relations of a graph with titles for keys. */
export function namedRelations(graph: Graph): NamedRelation[] {
  const titleOf = new Map(graph.ideas.map(({ key, title }) => [key, title]))
  const title = (key: string) => titleOf.get(key) ?? key
  return relationsOf(graph).map((relation) => ({
    ...relation,
    source: title(relation.source),
    target: title(relation.target),
  }))
}

/** The id of each idea, by its title. */
export function idsByTitle({ ideas }: Account): Map<string, number> {
  return new Map(ideas.map(({ id, title }) => [title, id]))
}

function contentOf({ title, body, status, source_url, tags }: Graph['ideas'][number] | Idea) {
  return { title, body, status, source_url, tags: [...tags].sort() }
}

function nodeOf({ id, title, status, tags, created_at }: Node | Idea) {
  return { id, title, status, tags, created_at }
}

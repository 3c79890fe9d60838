import { expect } from 'chai'
import { Export } from '../../../src/features/exports/schema.ts'
import type { Client, Reply } from '../../support/client.ts'

/** The JSON export, parsed by its own schema, every field strict and every reference within the file. */
export async function exportJson(api: Client): Promise<Export> {
  const reply = await api.post('/user/export')
  expect(reply.status, JSON.stringify(reply.body)).to.equal(200)
  const file = Export.parse(reply.body)
  expect(file).to.deep.equal(reply.body)
  expectWhole(file)
  return file
}

/** Every reference leads to something in the file, and nothing is there twice. */
export function expectWhole(file: Export): void {
  const ideas = new Map(file.ideas.map((idea) => [idea.id, idea]))
  const active = new Map(file.ideas.filter(({ archived }) => !archived).map((idea) => [idea.id, idea]))
  const tags = new Set(file.tags.map(({ name }) => name))
  for (const records of [file.ideas, file.tags, file.relations, file.links, file.duplicates]) {
    expect(new Set(records.map(({ id }) => id)).size).to.equal(records.length)
  }
  expect(tags.size).to.equal(file.tags.length)
  const lost = [
    ...file.ideas.flatMap(({ parent_id: parent, merged_into: survivor, tags: names, id }) => [
      parent === null || ideas.get(parent)?.archived === false ? [] : [`parent of ${id}: ${parent}`],
      survivor === null || ideas.get(survivor)?.archived === false ? [] : [`survivor of ${id}: ${survivor}`],
      names.filter((name) => !tags.has(name)).map((name) => `tag of ${id}: ${name}`),
    ]),
    file.relations.flatMap((edge) => unknown(active, edge.source_idea_id, edge.target_idea_id)),
    file.links.flatMap((link) => unknown(ideas, link.idea_id)),
    file.duplicates.flatMap((pair) => unknown(ideas, pair.idea_id, pair.duplicate_of_id)),
  ].flat()
  expect(lost).to.deep.equal([])
}

function unknown(ideas: ReadonlyMap<number, unknown>, ...ids: number[]): string[] {
  return ids.filter((id) => !ideas.has(id)).map((id) => `end ${id}`)
}

/** A graph export as text. */
export async function exportGraph(api: Client, format: string): Promise<string> {
  const reply: Reply = await api.post(`/user/export/graph?format=${format}`)
  expect(reply.status, JSON.stringify(reply.body)).to.equal(200)
  return String(reply.body)
}

/** The idea list without an end. */
export async function allIdeas(api: Client): Promise<Export['ideas']> {
  const ideas: Export['ideas'] = []
  for (;;) {
    const { body } = await api.get(`/ideas?sort=created_at&limit=100&offset=${ideas.length}`)
    ideas.push(...(body as Export['ideas']))
    if (body.length < 100) return ideas
  }
}

import { expect } from 'chai'
import type { Client, Reply } from '../../support/client.ts'

/** Folds one idea into another. */
export async function merge(api: Client, survivor: number, absorbed: number, query = ''): Promise<Reply> {
  return api.post(`/ideas/${survivor}/merge${query}`, { absorb_id: absorbed })
}

/** Brings an absorbed idea back. */
export async function unmerge(api: Client, survivor: number, absorbed: number, query = ''): Promise<Reply> {
  return api.post(`/ideas/${survivor}/unmerge${query}`, { absorbed_id: absorbed })
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies of every shape
type Answer = any

/** Expects success and answers the body. */
export async function done(reply: Promise<Reply>): Promise<Answer> {
  const { status, body } = await reply
  expect(status, JSON.stringify(body)).to.equal(200)
  return body
}

/** Everything of an account, but for what every export and all background work change. */
export async function everything(api: Client): Promise<Answer> {
  const { status, body } = await api.post('/user/export')
  expect(status).to.equal(200)
  delete body.exported_at
  return body
}

/** The same without when ideas were changed. */
export async function everythingButTimes(api: Client): Promise<Answer> {
  const file = await everything(api)
  for (const idea of file.ideas) delete idea.updated_at
  return file
}

/** Adds a link and answers it. */
export async function addLink(
  api: Client,
  idea: number,
  url: string,
  title: string | null = null,
): Promise<Answer> {
  const { status, body } = await api.post(`/ideas/${idea}/links`, { url, title })
  expect(status, JSON.stringify(body)).to.equal(201)
  return body
}

/** Relates two ideas and answers the relation. */
export async function addRelation(
  api: Client,
  source: number,
  type: string,
  target: number,
  note: string | null = null,
): Promise<Answer> {
  const relation = { source_idea_id: source, target_idea_id: target, relation_type: type, note }
  const { status, body } = await api.post('/map/relations', relation)
  expect(status, JSON.stringify(body)).to.equal(201)
  return body
}

/** Something that did not come back. */
export type Lost = { kind: string; id: number | null; reason: string; message: string }

/** What did not come back, and why, without the sentences. */
export function reasons(lost: readonly Lost[]): unknown[] {
  return lost.map(({ kind, id, reason }) => [kind, id, reason])
}

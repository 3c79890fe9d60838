import { expect } from 'chai'
import type { NewIdea } from '../../src/features/ideas/store.ts'
import type { Client, Reply } from './client.ts'

let made = 0

/** A unique title. */
export function freshTitle(): string {
  made += 1
  return `Idea ${made} of ${process.pid}`
}

/** Creates an idea with a unique title and returns it. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies of every shape
export async function newIdea(api: Client, fields: Readonly<Record<string, unknown>> = {}): Promise<any> {
  const reply = await api.post('/ideas', { title: freshTitle(), ...fields })
  expect(reply.status, JSON.stringify(reply.body)).to.equal(201)
  return reply.body
}

/** Creates ideas and returns their ids, in the order of creation. */
export async function newIdeaIds(api: Client, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let index = 0; index < count; index += 1) ids.push((await newIdea(api)).id)
  return ids
}

/** An idea as the statement that creates one takes it, for tests that write past the API. */
export function ideaToCreate(idea: Partial<NewIdea> & Pick<NewIdea, 'id' | 'userId'>): NewIdea {
  return {
    title: 'x',
    titleKey: 'x',
    body: '',
    wordForms: null,
    contentHash: String(idea.id),
    status: 'captured',
    source: 'api',
    sourceUrl: null,
    tags: [],
    uniqueHash: null,
    mostIdeas: null,
    mostTags: 1,
    requestId: null,
    now: Date.now(),
    ...idea,
  }
}

/** Relates one idea to another through the map endpoint. */
export async function relate(
  api: Client,
  source: number | undefined,
  type: string,
  target: number | undefined,
  query = '',
): Promise<Reply> {
  const body = { source_idea_id: source, target_idea_id: target, relation_type: type }
  return api.post(`/map/relations${query}`, body)
}

/** Relates one idea to another and returns the relation's id. */
export async function newRelation(
  api: Client,
  source: number | undefined,
  type: string,
  target: number | undefined,
): Promise<number> {
  const reply = await relate(api, source, type, target)
  expect(reply.status, JSON.stringify(reply.body)).to.equal(201)
  return reply.body.id as number
}

/** The fields in the details of a 400, in order. */
export function brokenFields(reply: Reply): string[] {
  expect(reply.status, JSON.stringify(reply.body)).to.equal(400)
  expect(reply.body.error).to.equal('Validation failed')
  expect(reply.body.code).to.equal('validation_error')
  return reply.body.details.map(({ path }: { path: string }) => path)
}

/** An id that does not exist. */
export const UNKNOWN_ID = 9_007_199_254_740_000

/** A value as part of a test name: truncated, with its length. */
export function brief(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length <= 40 ? text : `${text.slice(0, 12)}… (${text.length})`
}

/** The format of timestamps in responses. */
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** A well-formed but unknown credential. */
export const WRONG_KEY = `svc_${'0'.repeat(64)}`
export const WRONG_SESSION = `ses_${'0'.repeat(64)}`

import { expect } from 'chai'
import type { Client } from '../../support/client.ts'
import { until } from '../indexing/stack.ts'

/** A tag as an answer tells of it. */
export type TagDetail = Readonly<{ name: string; auto: boolean }>

/** A text that any idea about tomatoes is near to. */
export const TOMATOES = 'tomato seedlings need a warm greenhouse and much water every morning'
/** The same of trains. */
export const TRAINS = 'railway carriages wait at platform seven until the signal turns green'

/** Creates an idea, though there may be an equal one, and answers its id. */
export async function create(api: Client, fields: Readonly<Record<string, unknown>>): Promise<number> {
  const { status, body } = await api.post('/ideas?force=true', fields)
  expect(status, JSON.stringify(body)).to.equal(201)
  return body.id
}

/** Ideas of a user who tags them. */
export async function tagged(api: Client, text: string, tags: readonly string[], count = 4): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    await create(api, { title: `${text} ${made}`, tags })
  }
}

/** The tags that an idea has now. */
export async function tagsOf(api: Client, id: number): Promise<TagDetail[]> {
  const { status, body } = await api.get(`/ideas/${id}`)
  expect(status).to.equal(200)
  expect(body.tag_details.map(({ name }: TagDetail) => name)).to.deep.equal(body.tags)
  return body.tag_details
}

/** Waits for the tags of an idea. */
export async function untilTagged(api: Client, id: number): Promise<TagDetail[]> {
  let tags: TagDetail[] = []
  await until(async () => (tags = await tagsOf(api, id)).length > 0)
  return tags
}

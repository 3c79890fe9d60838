import { expect } from 'chai'
import { inParallel } from '../../../examples/in-parallel.ts'
import type { Endpoint } from '../../../src/platform/http/endpoint.ts'
import type { ProblemCode } from '../../../src/platform/problems.ts'
import type { Client, Reply } from '../../support/client.ts'
import { newIdea, newIdeaIds, newRelation, UNKNOWN_ID } from '../../support/factories.ts'
import { sharedService, type TestUser } from '../../support/service.ts'

/** Values for path parameters, by the problem that an unknown one answers; an idea that was merged into the idea; another tag. */
export type Places = Readonly<
  Partial<Record<ProblemCode, string | number>> & { absorbed?: number; otherTag?: number }
>

/** Ids that nobody has. */
export const NOWHERE: Places = {
  idea_not_found: UNKNOWN_ID,
  tag_not_found: UNKNOWN_ID,
  link_not_found: UNKNOWN_ID,
  attachment_not_found: '00000000-0000-4000-8000-000000000000',
  relation_not_found: UNKNOWN_ID,
  duplicate_not_found: UNKNOWN_ID,
  api_key_not_found: '00000000-0000-4000-8000-000000000000',
  session_not_found: '00000000-0000-4000-8000-000000000000',
  mcp_token_not_found: '00000000-0000-4000-8000-000000000000',
}

/** One thing of each kind, and where it is. */
export async function furnish({ api, session }: TestUser): Promise<Places> {
  const idea = await newIdea(api, { tags: ['furniture'] })
  const [other] = await newIdeaIds(api, 1)
  const [tag] = (await api.get('/tags')).body
  const { body: otherTag } = await api.post('/tags', { name: 'more furniture' })
  const link = await api.post(`/ideas/${idea.id}/links`, { url: 'https://example.org' })
  const { body: attachment } = await api.post(`/ideas/${idea.id}/attachments`, undefined, {
    raw: 'furniture',
    headers: { 'Content-Type': 'text/plain' },
  })
  const [absorbed = 0] = await newIdeaIds(api, 1)
  await api.post(`/ideas/${idea.id}/merge`, { absorb_id: absorbed })
  const { body: key } = await session.post('/user/api-keys', {})
  const [own] = (await session.get('/user/sessions')).body
  const { body: token } = await session.post('/user/mcp-tokens', {})
  await session.send('PUT', '/user/byok/provider_a', { api_key: 'furniture' })
  return {
    idea_not_found: idea.id,
    tag_not_found: tag.id,
    link_not_found: link.body.id,
    attachment_not_found: attachment.attachment_id,
    relation_not_found: await newRelation(api, idea.id, 'inspires', other),
    duplicate_not_found: await newPair(api),
    absorbed,
    otherTag: otherTag.id,
    api_key_not_found: key.id,
    session_not_found: own.id,
    mcp_token_not_found: token.id,
  }
}

/** A pair of two new ideas that may be duplicates. */
async function newPair(api: Client): Promise<number> {
  const ideas = [1, 2].map((id) => ({ id, title: `Like ${id}` }))
  const pair = { idea_id: 2, duplicate_of_id: 1, similarity_score: 0.9, status: 'pending' }
  await api.post('/user/import', { ideas, duplicates: [pair] })
  return (await api.post('/user/export')).body.duplicates[0].id as number
}

/** The path of an endpoint with its parameters filled in. */
export function pathOf(endpoint: Endpoint, places: Places): string {
  return Object.entries(endpoint.params).reduce(
    (path, [name, { unknown, example }]) =>
      path.replace(`:${name}`, String((unknown && places[unknown]) ?? example)),
    endpoint.path,
  )
}

let made = 0

/** The password of the users whose endpoints need one. */
export const PASSWORD = 'correct horse battery staple'

/** A body that each endpoint accepts; an endpoint that is not named here accepts an empty one. */
export function bodyOf(
  endpoint: Endpoint,
  ideas: readonly (string | number | undefined)[],
  { email = 'nobody@example.org', otherTag = UNKNOWN_ID - 1 }: { email?: string; otherTag?: number } = {},
): unknown {
  if (endpoint.body === undefined && endpoint.stream.length === 0) return undefined
  made += 1
  const bodies: Record<string, unknown> = {
    createIdea: { title: `Contract ${made} of ${process.pid}` },
    createTag: { name: `contract-${made}` },
    bulkTag: { action: 'add', tag: `contract-${made}`, idea_ids: [ideas[0]] },
    createLink: { url: 'https://example.org/contract' },
    importIdeas: { ideas: [{ title: 'Imported' }] },
    signIn: { email, password: PASSWORD },
    signUp: { email: `contract-${process.pid}-${Date.now()}-${made}@example.org`, password: PASSWORD },
    changePassword: { current_password: PASSWORD, new_password: PASSWORD },
    mergeTags: { into_id: otherTag },
    deleteMe: { password: PASSWORD },
    createRelation: { source_idea_id: ideas[0], target_idea_id: ideas[1], note: `${made}` },
    mergeIdeas: { absorb_id: ideas[1] },
    saveProviderKey: { api_key: 'contract' },
    unmergeIdeas: { absorbed_id: ideas[2] },
  }
  return bodies[endpoint.id] ?? {}
}

/** A query that each endpoint accepts; an endpoint that is not named here accepts none. */
export function queryOf({ id }: Endpoint, { idea_not_found: idea }: Places): string {
  const queries: Record<string, string> = {
    exportGraph: '?format=graphml',
    getMapPath: `?from=${idea}&to=${idea}`,
    searchIdeas: '?q=idea',
  }
  return queries[id] ?? ''
}

/** Sends what the endpoint accepts, or another body or query. */
export async function call(
  client: Client,
  endpoint: Endpoint,
  places: Places,
  given: { body?: unknown; query?: string } = {},
): Promise<Reply> {
  const { idea_not_found: idea, absorbed = UNKNOWN_ID - 1 } = places
  const body = 'body' in given ? given.body : bodyOf(endpoint, [idea, UNKNOWN_ID - 1, absorbed], places)
  const reply = await client.send(
    endpoint.method,
    `${pathOf(endpoint, places)}${given.query ?? queryOf(endpoint, places)}`,
    body,
  )
  await expectDocumented(endpoint, reply)
  return reply
}

let document: Promise<Reply> | undefined

/** Every status that a client can see is in the document, with the type of what it gets. */
export async function expectDocumented(endpoint: Endpoint, { status, headers }: Reply): Promise<void> {
  const { anonymous, url } = await sharedService()
  document ??= anonymous.get(`${url}/openapi.json`)
  const { paths } = (await document).body
  const path = `/api/v1${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`
  const operation = paths[path]?.[endpoint.method.toLowerCase()]
  expect(operation?.operationId, path).to.equal(endpoint.id)
  expect(Object.keys(operation.responses), `responses of ${endpoint.id}`).to.contain(String(status))
  const type = headers.get('content-type')?.split(';')[0]
  const documented = Object.keys(operation.responses[status].content ?? {})
  if (type !== undefined && !documented.includes('*/*'))
    expect(documented, `types of ${status} of ${endpoint.id}`).to.contain(type)
}

/** How many endpoints a rule is tried on at a time. */
const AT_ONCE = 4

/** Tries a rule on every endpoint that it is for, and tells all that break it. */
export async function onEvery(
  which: (endpoint: Endpoint) => boolean,
  rule: (endpoint: Endpoint) => Promise<void>,
): Promise<void> {
  const { application } = await sharedService()
  const chosen = application.endpoints.filter(which)
  expect(chosen.length, 'endpoints that the rule is for').to.be.above(0)
  const broken: string[] = []
  await inParallel(chosen, AT_ONCE, async (endpoint) => {
    await rule(endpoint).catch((error: unknown) => broken.push(`${endpoint.id}: ${String(error)}`))
  })
  expect(broken.join('\n')).to.equal('')
}

const VOLATILE = /^(?:x-request-id|date|ratelimit|ratelimit-policy|x-ratelimit-.*)$/

/** Everything of an answer that must not tell one unknown thing from another. */
export function essence({ status, headers, body }: Reply): unknown {
  return { status, body, headers: [...headers].filter(([name]) => !VOLATILE.test(name)) }
}

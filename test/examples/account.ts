import { expect } from 'chai'
import { inParallel } from '../../examples/in-parallel.ts'
import type { Idea, IdeaDetail } from '../../src/features/ideas/schema.ts'
import type { Link } from '../../src/features/links/schema.ts'
import type { Edge, Node } from '../../src/features/map/schema.ts'
import type { RelationsOfIdea } from '../../src/features/relations/schema.ts'
import type { Tag } from '../../src/features/tags/schema.ts'
import type { Client } from '../support/client.ts'

/** Everything that the API shows of an account's graph. */
export type Account = Readonly<{
  ideas: readonly Idea[]
  details: ReadonlyMap<number, IdeaDetail>
  links: ReadonlyMap<number, readonly Link[]>
  relations: ReadonlyMap<number, RelationsOfIdea>
  tags: readonly Tag[]
  map: Readonly<{ nodes: readonly Node[]; edges: readonly Edge[] }>
}>

/** Reads a whole account, its ideas page by page. */
export async function readAccount(api: Client): Promise<Account> {
  const ideas = await readPages(api, 40)
  const details = new Map<number, IdeaDetail>()
  const links = new Map<number, Link[]>()
  const relations = new Map<number, RelationsOfIdea>()
  await inParallel(ideas, 8, async ({ id }) => {
    details.set(id, await read(api, `/ideas/${id}`))
    links.set(id, await read(api, `/ideas/${id}/links`))
    relations.set(id, await read(api, `/ideas/${id}/relations`))
  })
  return { ideas, details, links, relations, tags: await read(api, '/tags'), map: await read(api, '/map') }
}

/** Reads one answer that must be a 200. */
export async function read<T>(api: Client, path: string): Promise<T> {
  const { status, body } = await api.get(path)
  expect(status, `${path}: ${JSON.stringify(body)}`).to.equal(200)
  return body as T
}

async function readPages(api: Client, limit: number): Promise<Idea[]> {
  const ideas: Idea[] = []
  for (;;) {
    const page = await read<Idea[]>(api, `/ideas?limit=${limit}&offset=${ideas.length}`)
    ideas.push(...page)
    if (page.length < limit) return ideas
  }
}

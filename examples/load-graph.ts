import { z } from 'zod'
import { OperatorError } from '../src/platform/operator-error.ts'
import { tagKey } from '../src/features/tags/schema.ts'
import { unexpected, type Send } from './api-client.ts'
import { relationsOf, type Graph } from './graph-file.ts'
import { inParallel } from './in-parallel.ts'

/** How many things a run made, and how many it found in the account already. */
export type Count = { created: number; already_there: number }

/** What a run did. */
export type Loaded = Readonly<Record<'ideas' | 'links' | 'tag_colors' | 'relations', Count>>

type Step = (stage: keyof Loaded) => void
type Idea = Graph['ideas'][number]
type Link = Idea['links'][number]
type Relation = Readonly<{
  source_idea_id: number
  target_idea_id: number
  relation_type: string
  note: string | null
}>

const Created = z.object({ id: z.number() })
const EqualIdea = z.object({ duplicate_of_id: z.number() })
const EqualRelation = z.object({ relation_id: z.number() })
const Links = z.array(z.object({ url: z.string() }))
const Tags = z.array(z.object({ id: z.number(), name: z.string(), color: z.string().nullable() }))

/** The number of times that {@link loadGraph} calls `step`. */
export function countSteps(graph: Graph): number {
  const withLinks = graph.ideas.filter(({ links }) => links.length > 0)
  return (
    graph.ideas.length + withLinks.length + Object.keys(graph.tag_colors).length + relationsOf(graph).length
  )
}

/**
 * Loads a graph into the account of the API key. What is there already stays as it is, so a second run changes nothing.
 * @throws OperatorError naming what the service refused, and why.
 */
export async function loadGraph(graph: Graph, send: Send, concurrency: number, step: Step): Promise<Loaded> {
  const ideas = { created: 0, already_there: 0 }
  const links = { created: 0, already_there: 0 }
  const colors = { created: 0, already_there: 0 }
  const relations = { created: 0, already_there: 0 }
  const idOf = new Map<string, number>()

  await inParallel(graph.ideas, concurrency, async (idea) => {
    idOf.set(idea.key, await createIdea(send, idea, ideas))
    step('ideas')
  })
  const withLinks = graph.ideas.filter((idea) => idea.links.length > 0)
  await inParallel(withLinks, concurrency, async (idea) => {
    await createLinks(send, known(idOf, idea.key), idea.links, links)
    step('links')
  })
  await setColors(send, graph.tag_colors, colors, () => step('tag_colors'))
  await inParallel(relationsOf(graph), concurrency, async ({ source, target, type, note }) => {
    const ends = { source_idea_id: known(idOf, source), target_idea_id: known(idOf, target) }
    await createRelation(send, { ...ends, relation_type: type, note }, relations)
    step('relations')
  })
  return { ideas, links, tag_colors: colors, relations }
}

async function createIdea(send: Send, idea: Idea, count: Count): Promise<number> {
  const { title, body, status, source_url, tags } = idea
  const answer = await send('POST', '/ideas', { title, body, status, source_url, tags })
  const equal = EqualIdea.safeParse(answer.body)
  if (answer.status === 409 && equal.success) {
    count.already_there += 1
    return equal.data.duplicate_of_id
  }
  if (answer.status !== 201) throw unexpected(`idea "${title}"`, answer)
  count.created += 1
  return Created.parse(answer.body).id
}

async function createLinks(send: Send, ideaId: number, links: readonly Link[], count: Count): Promise<void> {
  const path = `/ideas/${ideaId}/links`
  const urlsThere = async () => {
    const answer = await send('GET', path)
    if (answer.status !== 200) throw unexpected(`links of idea ${ideaId}`, answer)
    return new Set(Links.parse(answer.body).map(({ url }) => url))
  }
  const urls = await urlsThere()
  for (const link of links) {
    if (urls.has(link.url)) {
      count.already_there += 1
      continue
    }
    const answer = await send('POST', path, link, async () => (await urlsThere()).has(link.url))
    if (answer.status !== 201) throw unexpected(`link ${link.url}`, answer)
    urls.add(link.url)
    count.created += 1
  }
}

/** Gives its colour to each tag that has none yet: one that somebody chose is kept. */
async function setColors(
  send: Send,
  colors: Graph['tag_colors'],
  count: Count,
  step: () => void,
): Promise<void> {
  if (Object.keys(colors).length === 0) return
  const list = await send('GET', '/tags')
  if (list.status !== 200) throw unexpected('tags', list)
  const tags = new Map(Tags.parse(list.body).map((tag) => [tagKey(tag.name), tag]))
  for (const [name, color] of Object.entries(colors)) {
    const tag = tags.get(tagKey(name))
    if (tag !== undefined && tag.color !== null) {
      count.already_there += 1
    } else {
      const answer =
        tag === undefined
          ? await send('POST', '/tags', { name, color })
          : await send('PATCH', `/tags/${tag.id}`, { color })
      if (answer.status >= 400) throw unexpected(`colour of tag "${name}"`, answer)
      count.created += 1
    }
    step()
  }
}

async function createRelation(send: Send, relation: Relation, count: Count): Promise<void> {
  const answer = await send('POST', '/map/relations', relation)
  if (answer.status === 409 && EqualRelation.safeParse(answer.body).success) {
    count.already_there += 1
    return
  }
  if (answer.status !== 201) {
    const { source_idea_id: source, relation_type: type, target_idea_id: target } = relation
    throw unexpected(`relation ${source} ${type} ${target}`, answer)
  }
  count.created += 1
}

function known(idOf: ReadonlyMap<string, number>, key: string): number {
  const id = idOf.get(key)
  if (id === undefined) throw new OperatorError(`no idea was loaded for the key "${key}"`)
  return id
}

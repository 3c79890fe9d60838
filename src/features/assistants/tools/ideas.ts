import { z } from 'zod'
import {
  CreateIdea,
  Idea,
  IdeaCounts,
  IdeaDetail,
  IdeaStatus,
  ListIdeas,
  UpdateIdea,
} from '../../ideas/schema.ts'
import { FoundIdea, SearchAnswer, SearchIdeas, SearchMode } from '../../search/schema.ts'
import { Tag, TagName } from '../../tags/schema.ts'
import { Id } from '../../../platform/schema.ts'
import { NextOffset, nextOffset, Paged, queryOf, Repeatable, tool, type Tool } from '../tool.ts'
import { IdeaSummary, IdeaView, summaryOf, viewOf } from '../views.ts'

const capture = tool({
  name: 'capture',
  title: 'Capture an idea',
  description: 'Keeps a new idea. Search first: an equal idea is refused with its id.',
  scope: 'ideas:write',
  input: CreateIdea.extend({
    even_if_equal: z.boolean().default(false).meta({ description: 'Keeps it even if an equal idea exists' }),
    ...Repeatable,
  }),
  output: IdeaView,
  async run({ even_if_equal: force, ...body }, { call }) {
    return viewOf(await call('createIdea', { body, query: queryOf({ force }) }, IdeaDetail))
  },
})

const get = tool({
  name: 'get',
  title: 'Get an idea',
  description: 'One idea by its id: its whole text, tags, links and relations.',
  scope: 'ideas:read',
  input: z.object({ id: Id }),
  output: IdeaView,
  run: async ({ id }, { call }) => viewOf(await call('getIdea', { params: { id: String(id) } }, IdeaDetail)),
})

const update = tool({
  name: 'update',
  title: 'Change an idea',
  description: 'Changes the given fields of an idea; `tags` replaces all tags, `add_tags` adds to them.',
  scope: 'ideas:write',
  destructive: true,
  input: UpdateIdea.extend({
    id: Id,
    version: z.string().max(200).optional().meta({
      description:
        'As the tool get answered it: the change is refused if somebody else changed the idea since',
    }),
    ...Repeatable,
  }),
  output: IdeaView,
  async run({ id, version: ifMatch, ...body }, { call }) {
    return viewOf(await call('updateIdea', { params: { id: String(id) }, body, ifMatch }, IdeaDetail))
  },
})

const filters = {
  status: IdeaStatus.optional(),
  tags: z.array(TagName).max(20).default([]).meta({ description: 'Only ideas that have all of them' }),
}

const search = tool({
  name: 'search',
  title: 'Search ideas',
  description:
    'Finds ideas by their words, their meaning, or both, the best first, each with its best passage.',
  scope: 'ideas:read',
  input: z.object({
    q: SearchIdeas.shape.q.unwrap().meta({ description: 'Words or a question' }),
    mode: SearchMode.default('hybrid'),
    ...filters,
    ...Paged,
  }),
  output: z.object({
    mode: SearchMode,
    results: z.array(
      FoundIdea.pick({
        id: true,
        title: true,
        status: true,
        tags: true,
        score: true,
        matched: true,
        snippet: true,
      }),
    ),
    next_offset: NextOffset,
  }),
  async run({ tags: tag, ...given }, { call }) {
    // One more tells whether there is another page.
    const query = queryOf({ ...given, limit: given.limit + 1, tag })
    const { body } = await call('searchIdeas', { query }, SearchAnswer)
    return {
      mode: body.search_type,
      results: body.results.slice(0, given.limit),
      next_offset: nextOffset(given, given.offset + body.results.length),
    }
  },
})

const list = tool({
  name: 'list',
  title: 'List ideas or tags, or count ideas',
  description:
    'Pages through the ideas, newest first, or through the tags with the number of ideas of each; or counts the ideas by status.',
  scope: 'ideas:read',
  input: z
    .object({
      what: z.enum(['ideas', 'tags', 'counts']).default('ideas'),
      ...filters,
      sort: ListIdeas.shape.sort,
      ...Paged,
    })
    .refine(({ what, status, tags }) => what !== 'tags' || (status === undefined && tags.length === 0), {
      path: ['what'],
      error: 'of tags cannot be filtered by status or tags',
    }),
  output: z.object({
    total: z.int(),
    ideas: z.array(IdeaSummary).optional(),
    tags: z.array(Tag.pick({ id: true, name: true, idea_count: true })).optional(),
    by_status: IdeaCounts.shape.by_status.optional(),
    next_offset: NextOffset,
  }),
  async run({ what, tags: tag, status, sort, ...page }, { call }) {
    if (what === 'tags') {
      const { body } = await call('listTags', {}, z.array(Tag))
      const tags = body.slice(page.offset, page.offset + page.limit)
      return { total: body.length, tags, next_offset: nextOffset(page, body.length) }
    }
    if (what === 'counts') {
      const { body } = await call('countIdeas', { query: queryOf({ tag, status }) }, IdeaCounts)
      return { ...body, next_offset: null }
    }
    const { body, headers } = await call(
      'listIdeas',
      { query: queryOf({ tag, status, sort, ...page }) },
      z.array(Idea),
    )
    const total = Number(headers['X-Total-Count'])
    return { total, ideas: body.map(summaryOf), next_offset: nextOffset(page, total) }
  },
})

/** Tools on single ideas and lists of them. */
export const ideaTools: readonly Tool[] = [capture, get, update, search, list]

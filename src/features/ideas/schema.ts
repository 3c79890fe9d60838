import { z } from 'zod'
import { bounded, Flag, Id, MOST_VALUES, Page, text, Timestamp, Url } from '../../platform/schema.ts'
import { Link } from '../links/schema.ts'
import { Relation } from '../relations/schema.ts'
import { TagName, TagNames } from '../tags/schema.ts'

/** The status of an idea; any transition is allowed. */
export const IdeaStatus = z
  .enum(['captured', 'exploring', 'building', 'shipped', 'shelved'])
  .meta({ id: 'IdeaStatus' })
export type IdeaStatus = z.infer<typeof IdeaStatus>

/** A tag of an idea. */
export const TagDetail = z
  .object({
    name: z.string(),
    auto: z.boolean().meta({ description: 'It was suggested and applied automatically; nobody chose it' }),
  })
  .meta({ id: 'TagDetail' })
export type TagDetail = z.infer<typeof TagDetail>

/** An idea in lists. */
export const Idea = z
  .object({
    id: Id,
    title: z.string(),
    body: z.string(),
    status: IdeaStatus,
    source: z.enum(['web', 'api']),
    source_url: z.string().nullable(),
    tags: z.array(z.string()),
    tag_details: z.array(TagDetail).meta({ description: 'The same tags in the same order' }),
    parent_id: Id.nullable(),
    processing: z.boolean(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Idea' })
export type Idea = z.infer<typeof Idea>

/** An idea with its links and relations. */
export const IdeaDetail = Idea.extend({ links: z.array(Link), relations: z.array(Relation) }).meta({
  id: 'IdeaDetail',
})
export type IdeaDetail = z.infer<typeof IdeaDetail>

/** Maximum length of an idea's body, code points. */
export const MAX_BODY = 50_000

const title = text({ min: 1, max: 200, trim: true })
const body = text({ max: MAX_BODY })

/** The body of POST /ideas. */
export const CreateIdea = z
  .object({
    title,
    body: body.default(''),
    status: IdeaStatus.default('captured'),
    source_url: Url.nullable().default(null),
    tags: TagNames.default([]),
    parent_id: Id.nullable().default(null),
  })
  .meta({ id: 'CreateIdea' })
export type CreateIdea = z.infer<typeof CreateIdea>

/** The body of PATCH /ideas/:id: absent fields do not change. */
export const UpdateIdea = z
  .object({
    title: title.optional(),
    body: body.optional(),
    status: IdeaStatus.optional(),
    source_url: Url.nullable().optional(),
    tags: TagNames.optional().meta({ description: 'Replaces all tags' }),
    add_tags: TagNames.optional().meta({ description: 'Adds to the tags' }),
    parent_id: Id.nullable().optional().meta({ description: 'null detaches the idea from every parent' }),
  })
  .meta({ id: 'UpdateIdea' })
export type UpdateIdea = z.infer<typeof UpdateIdea>

/** The orders of a list of ideas; `-` for descending. */
const Sort = z.enum(['created_at', '-created_at', 'updated_at', '-updated_at', 'title', '-title'])
type Sort = z.infer<typeof Sort>

const BASE64URL = /^[\w-]+$/
const cursor = z
  .tuple([Sort, z.union([z.string(), z.int()]), z.int(), z.int().min(0)])
  .refine(([sort, key]) => sort.endsWith('title') === (typeof key === 'string'))

/**
 * A place in a sorted list: behind the idea with this sort key and id, whether or not it is still there. `position` is the
 * number of ideas before it when the cursor was made.
 */
export type Cursor = Readonly<{ sort: Sort; key: string | number; id: number; position: number }>

/** The query parameter `after`, an opaque cursor, parsed. */
const After = z.string().transform((text, context): Cursor => {
  const parsed = cursor.safeParse(BASE64URL.test(text) ? decoded(text) : undefined)
  if (parsed.success) {
    const [sort, key, id, position] = parsed.data
    return { sort, key, id, position }
  }
  context.addIssue('must be taken from the Link header of an answer')
  return z.NEVER
})

/** The text of a cursor, for the parameter `after`. */
export function cursorText({ sort, key, id, position }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, key, id, position])).toString('base64url')
}

function decoded(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** Which ideas are listed or counted. */
export const IdeaFilters = z.object({
  status: IdeaStatus.optional(),
  tag: z
    .union([TagName.transform((name) => [name]), bounded(z.array(TagName), MOST_VALUES)])
    .default([])
    .meta({ description: 'May be repeated: ideas that carry all of them' }),
})
export type IdeaFilters = z.infer<typeof IdeaFilters>

/** The number of ideas in all and of each status. */
export const IdeaCounts = z
  .object({ total: z.int(), by_status: z.record(IdeaStatus, z.int()) })
  .meta({ id: 'IdeaCounts' })
export type IdeaCounts = z.infer<typeof IdeaCounts>

/** The query of GET /ideas. */
export const ListIdeas = IdeaFilters.extend({
  sort: Sort.default('-created_at'),
  limit: Page.limit,
  offset: Page.offset.unwrap().optional().meta({ default: 0 }),
  after: After.optional().meta({
    description: 'Where the page begins, as `next` of the `Link` header gives it',
  }),
})
  .refine(({ after, offset }) => after === undefined || offset === undefined, {
    path: ['after'],
    error: 'cannot be combined with offset',
    when: () => true,
  })
  .refine(({ after, sort }) => after?.sort === undefined || after.sort === sort, {
    path: ['after'],
    error: 'must be of a list with the same sort',
  })
export type ListIdeas = z.infer<typeof ListIdeas>

/** `force=true` creates an idea even if an equal one exists. */
export const CreateIdeaQuery = z.object({ force: Flag.default(false) })

/** The predicate of an `If-Match` header. */
export type Precondition = (current: IdeaDetail) => boolean

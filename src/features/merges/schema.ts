import { z } from 'zod'
import { DuplicateStatus } from '../duplicates/schema.ts'
import { Flag, Id, Page, Timestamp } from '../../platform/schema.ts'
import { IdeaDetail, IdeaStatus, TagDetail } from '../ideas/schema.ts'
import { Link } from '../links/schema.ts'
import { Relation } from '../relations/schema.ts'

/** The body of POST /ideas/:id/merge. */
export const MergeIdeas = z
  .object({ absorb_id: Id.meta({ description: 'The idea that is folded into this one and archived' }) })
  .meta({ id: 'MergeIdeas' })

/** The body of POST /ideas/:id/unmerge. */
export const UnmergeIdeas = z
  .object({ absorbed_id: Id.meta({ description: 'An idea that was merged into this one' }) })
  .meta({ id: 'UnmergeIdeas' })

const CONFIRM_LENGTH = 43

/** The query of an unmerge. `force=true` allows cycles of `supersedes` relations; `preview=true` is a dry run. */
export const UnmergeQuery = z.object({
  force: Flag.default(false).meta({ description: 'Lets supersedes relations close a cycle' }),
  preview: Flag.default(false).meta({ description: 'Tells what would be, and changes nothing' }),
})
export type UnmergeQuery = z.infer<typeof UnmergeQuery>

/** The query of a merge. */
export const MergeQuery = UnmergeQuery.extend({
  confirm: z.string().max(CONFIRM_LENGTH).optional().meta({
    description: 'The value of a preview: 412 if one of the two ideas was changed since',
  }),
})
export type MergeQuery = z.infer<typeof MergeQuery>

const DroppedLink = z.object({
  link: Link,
  kept_link_id: Id.meta({
    description: 'The link with an equal URL that stays; a missing title is taken over',
  }),
})
const DroppedRelation = z.object({
  relation: Relation,
  reason: z.enum(['between_the_two', 'equal', 'automatic']).meta({
    description:
      'automatic: it belongs to a pair of possible duplicates, and the merged idea is checked anew',
  }),
  kept_relation_id: Id.nullable().meta({
    description: 'The equal relation that stays; a missing note is taken over',
  }),
})

/** The result of a merge's dry run. */
export const MergePreview = z
  .object({
    preview: z.literal(true),
    confirm: z
      .string()
      .meta({ description: 'The state of both ideas, for the parameter `confirm` of the merge' }),
    merged: IdeaDetail.meta({ description: 'The surviving idea as it would be' }),
    absorbed: z.object({ id: Id, title: z.string() }),
    moved: z
      .object({ tags: z.array(z.string()), links: z.array(Link), relations: z.array(Relation) })
      .meta({ description: 'What the surviving idea would get, as it would be' }),
    dropped: z.object({ links: z.array(DroppedLink), relations: z.array(DroppedRelation) }),
    duplicates: z
      .array(z.object({ id: Id, status: DuplicateStatus }))
      .meta({ description: 'Pairs of possible duplicates that would be resolved' }),
  })
  .meta({ id: 'MergePreview' })
export type MergePreview = z.infer<typeof MergePreview>

/** A part of an absorbed idea that could not be restored. */
export const NotRestored = z
  .object({
    kind: z.enum(['body', 'tag', 'link', 'relation', 'merge']),
    id: Id.nullable().meta({ description: 'Of the tag, link or relation' }),
    reason: z.enum(['changed', 'deleted', 'merged', 'idea_gone', 'exists', 'cycle', 'not_recorded']),
    message: z.string(),
  })
  .meta({ id: 'NotRestored' })
export type NotRestored = z.infer<typeof NotRestored>

/** The result of an unmerge or of its dry run. */
export const Unmerged = z
  .object({
    preview: z.boolean(),
    idea: IdeaDetail.meta({ description: 'The idea that is back' }),
    survivor: IdeaDetail.meta({ description: 'The idea that it was merged into' }),
    not_restored: z.array(NotRestored),
  })
  .meta({ id: 'Unmerged' })
export type Unmerged = z.infer<typeof Unmerged>

/** An idea that was merged into another. */
export const Merge = z
  .object({
    absorbed_id: Id,
    title: z.string(),
    status: IdeaStatus,
    tags: z.array(z.string()),
    tag_details: z.array(TagDetail),
    created_at: Timestamp,
    merged_at: Timestamp.nullable().meta({
      description:
        'null when it is not known what was moved: an import brought the merge, or the idea between the two was deleted',
    }),
  })
  .meta({ id: 'Merge' })
export type Merge = z.infer<typeof Merge>

/** The query of GET /ideas/:id/merges. */
export const ListMerges = z.object(Page)
export type ListMerges = z.infer<typeof ListMerges>

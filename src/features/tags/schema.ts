import { z } from 'zod'
import { bounded, foldCase, Id, text } from '../../platform/schema.ts'

/** A tag's name: trimmed, 1 to 50 characters. */
export const TagName = text({ min: 1, max: 50, trim: true })

/** The key of a tag name, which ignores case and Unicode form. */
export function tagKey(name: string): string {
  return foldCase(name.trim().normalize('NFC')).normalize('NFC')
}

/** Maximum number of tags of an account. */
export const TAGS_PER_ACCOUNT = 10_000

/** Maximum number of tags of an idea. */
export const MAX_TAGS = 20

/** Removes repeated names; the first spelling wins. */
export function uniqueTags(names: readonly string[]): { name: string; nameKey: string }[] {
  const byKey = new Map<string, string>()
  for (const name of names) if (!byKey.has(tagKey(name))) byKey.set(tagKey(name), name)
  return [...byKey].map(([nameKey, name]) => ({ name, nameKey }))
}

/** Message for more than {@link MAX_TAGS} tags. */
export const TOO_MANY_TAGS = `an idea may have at most ${MAX_TAGS} tags`

/** Maximum length of a list of names or ids, repeated ones included. */
export const MAX_LISTED = 10_000

/** The tags of one idea: at most 20 distinct names. */
export const TagNames = bounded(z.array(TagName), MAX_LISTED).refine(
  (names) => uniqueTags(names).length <= MAX_TAGS,
  TOO_MANY_TAGS,
)

const Color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour like #1a2b3c')
  .nullable()

/** A tag with the number of active ideas that have it, under both of its documented names. */
export const Tag = z
  .object({
    id: Id,
    name: z.string(),
    color: z.string().nullable(),
    idea_count: z.int(),
    count: z.int().meta({ description: 'The same as idea_count' }),
  })
  .meta({ id: 'Tag' })
export type Tag = z.infer<typeof Tag>

/** The body of POST /tags. */
export const CreateTag = z.object({ name: TagName, color: Color.default(null) }).meta({ id: 'CreateTag' })
export type CreateTag = z.infer<typeof CreateTag>

/** The body of PATCH /tags/:id. */
export const UpdateTag = z
  .object({ name: TagName.optional(), color: Color.optional() })
  .meta({ id: 'UpdateTag' })
export type UpdateTag = z.infer<typeof UpdateTag>

/** The body of POST /tags/:id/merge. */
export const MergeTags = z.object({ into_id: Id }).meta({ id: 'MergeTags' })

/** Maximum number of ideas in a bulk change. */
export const MAX_BULK_IDEAS = 1_000

/** The body of POST /tags/bulk. */
export const BulkTags = z
  .object({
    action: z.enum(['add', 'remove'], 'must be add or remove'),
    tag: TagName,
    idea_ids: bounded(z.array(Id).min(1, 'must name at least one idea'), MAX_LISTED)
      .transform((ids) => [...new Set(ids)])
      .refine(({ length }) => length <= MAX_BULK_IDEAS, `must name at most ${MAX_BULK_IDEAS} ideas`)
      .meta({ description: `Up to ${MAX_BULK_IDEAS} ids; repeated ones count once` }),
  })
  .meta({ id: 'BulkTags' })
export type BulkTags = z.infer<typeof BulkTags>

/** The result of a bulk change. */
export const BulkTagged = z
  .object({
    tag: z.string().meta({ description: 'The tag in its own spelling' }),
    changed: z.int().meta({ description: 'How many ideas carried it not, or did, before' }),
  })
  .meta({ id: 'BulkTagged' })
export type BulkTagged = z.infer<typeof BulkTagged>

/** A tag of an idea at its place; `id` is for the case that it does not exist yet. */
export type NumberedTag = Readonly<{ id: number; name: string; nameKey: string; position: number }>

import { z } from 'zod'
import { Id, text } from '../fields.ts'

/** A tag's name: trimmed, 1 to 50 characters. */
export const TagName = text({ min: 1, max: 50, trim: true })

/** How two spellings of one tag are recognised: Unicode form and case do not count. */
export function tagKey(name: string): string {
  return name.trim().normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
}

const Color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #1a2b3c')
  .nullable()

/** A tag with the number of active ideas that carry it, under both of its documented names. */
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

import { z } from 'zod'
import { Plan } from '../../platform/auth/actor.ts'
import { DuplicateThreshold } from '../duplicates/schema.ts'
import { text, Timestamp } from '../../platform/schema.ts'

/** An account as its owner sees it. */
export const User = z
  .object({
    id: z.string(),
    email: z.string(),
    display_name: z.string(),
    avatar_url: z.string(),
    plan: Plan,
    settings_json: z.record(z.string(), z.unknown()),
    has_provider_a_key: z.boolean(),
    has_provider_b_key: z.boolean(),
    has_provider_c_key: z.boolean(),
    has_code_host_sync: z.boolean(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

/** The daily quota and the idea cap. */
export const Usage = z
  .object({
    plan: Plan,
    limit: z.int().meta({ description: 'Requests per UTC day' }),
    used: z.int(),
    reset: Timestamp.meta({ description: 'The next UTC midnight' }),
    idea_cap: z.int().nullable().meta({ description: 'null: no cap' }),
    ideas: z.int(),
    attachment_bytes: z.int(),
    attachment_bytes_limit: z.int(),
  })
  .meta({ id: 'Usage' })
export type Usage = z.infer<typeof Usage>

const MAX_BYTES = 64 * 1024
const MAX_DEPTH = 100

/**
 * Client settings: any JSON object of at most 64 KiB and 100 levels. The service itself reads one field,
 * `duplicate_threshold`.
 */
const SettingsJson = z
  .record(z.string(), z.unknown())
  .superRefine((settings, ctx) => {
    const fault = sizeFault(settings) ?? faultIn(settings, MAX_DEPTH)
    if (fault !== undefined) ctx.addIssue({ code: 'custom', message: fault })
    const { duplicate_threshold: threshold } = settings
    if (threshold !== undefined && !DuplicateThreshold.safeParse(threshold).success) {
      ctx.addIssue({
        code: 'custom',
        path: ['duplicate_threshold'],
        message: 'must be a number from 0.5 to 1',
      })
    }
  })
  .meta({ type: 'object', additionalProperties: true })

/** The body of PATCH /user/me. */
export const UpdateUser = z
  .object({
    display_name: text({ min: 1, max: 100, trim: true }).optional(),
    settings_json: SettingsJson.optional().meta({
      description:
        'Replaces the settings whole; `duplicate_threshold` (0.5 to 1) is the confidence from which on pairs are shown',
    }),
  })
  .meta({ id: 'UpdateUser' })
export type UpdateUser = z.infer<typeof UpdateUser>

/** A new password. */
export const NewPassword = text({ min: 8, max: 1_024 })
/** A password to check. */
export const Password = text({ max: 1_024 })

/** The body of POST /user/password. */
export const ChangePassword = z
  .object({
    current_password: Password.optional().meta({ description: 'Required when the account has one' }),
    new_password: NewPassword,
  })
  .meta({ id: 'ChangePassword' })
export type ChangePassword = z.infer<typeof ChangePassword>

/** The body of DELETE /user/me. */
export const DeleteUser = z.object({ password: Password }).meta({ id: 'DeleteUser' })

/** An e-mail address of an account; white space around it does not count. */
export const Email = z.preprocess(
  (given) => (typeof given === 'string' ? given.trim() : given),
  z.email('must be an e-mail address').max(254, 'must have at most 254 characters'),
)

/** The input for an account created by the operator. */
export const CreateUser = z.object({ email: Email, plan: Plan, password: NewPassword.optional() })
export type CreateUser = z.infer<typeof CreateUser>

/** A new account with its first credentials, which are shown only here. */
export type NewUser = Readonly<{
  user_id: string
  email: string
  plan: Plan
  api_key: string
  session_token: string
}>

/** An account in an operator's list. */
export type ListedUser = Readonly<{
  user_id: string
  email: string
  plan: Plan
  ideas: number
  created_at: string
}>

function sizeFault(settings: unknown): string | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(settings))
  return bytes > MAX_BYTES ? 'must have at most 64 KiB as JSON' : undefined
}

function faultIn(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : 'must be well-formed Unicode'
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === 0) return `must be at most ${MAX_DEPTH} levels deep`
  for (const [name, inner] of Object.entries(value)) {
    const fault = faultIn(name, depth) ?? faultIn(inner, depth - 1)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** The normalised form in which e-mail addresses are unique. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

import { z } from 'zod'
import { Plan } from '../actor.ts'
import { Timestamp } from '../fields.ts'

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

/** Where the day's quota and the idea cap stand. */
export const Usage = z
  .object({
    plan: Plan,
    limit: z.int().meta({ description: 'Requests per UTC day' }),
    used: z.int(),
    reset: Timestamp.meta({ description: 'The next UTC midnight' }),
    idea_cap: z.int().nullable().meta({ description: 'null: no cap' }),
    ideas: z.int(),
  })
  .meta({ id: 'Usage' })
export type Usage = z.infer<typeof Usage>

/** What an operator gives to make an account. */
export const CreateUser = z.object({
  email: z.email('must be an e-mail address').max(254),
  plan: Plan,
  password: z.string().min(8, 'must have at least 8 characters').max(1_024).optional(),
})
export type CreateUser = z.infer<typeof CreateUser>

/** A new account with its first credentials, whole only here. */
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

import { z } from 'zod'
import { Email, NewPassword, Password } from '../account/schema.ts'
import { text, Timestamp } from '../../platform/schema.ts'

/** The body of POST /auth/sign-in. */
export const SignIn = z
  .object({ email: text({ min: 1, max: 254, trim: true }), password: Password })
  .meta({ id: 'SignIn' })
export type SignIn = z.infer<typeof SignIn>

/** The body of POST /auth/sign-up. */
export const SignUp = z
  .object({
    email: Email,
    password: NewPassword,
    display_name: text({ min: 1, max: 100, trim: true }).optional(),
  })
  .meta({ id: 'SignUp' })
export type SignUp = z.infer<typeof SignUp>

/** The only response that contains a session token. */
export const NewSession = z
  .object({
    session_token: z.string().regex(/^ses_[0-9a-f]{64}$/),
    expires_at: Timestamp.meta({ description: 'When this token ends; refresh it before' }),
  })
  .meta({ id: 'NewSession' })
export type NewSession = z.infer<typeof NewSession>

/** A session: a sign-in with all its tokens. */
export const Session = z
  .object({
    id: z.string(),
    user_agent: z.string().nullable().meta({ description: 'As it was at the sign-in' }),
    created_at: Timestamp.meta({ description: 'The sign-in' }),
    last_used_at: Timestamp.nullable().meta({ description: 'To the minute' }),
    expires_at: Timestamp.meta({ description: 'When it ends unless it is refreshed' }),
    current: z.boolean().meta({ description: 'Whether this request came by it' }),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof Session>

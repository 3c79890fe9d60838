import { z } from 'zod'
import { Scope } from '../actor.ts'
import { Timestamp } from '../fields.ts'
import { grant } from './grant.ts'

/** An API key as lists show it. */
export const ApiKey = z
  .object({
    id: z.string(),
    label: z.string().nullable(),
    key: z.string().meta({ description: 'Masked', examples: ['svc_1a2b…9f0e'] }),
    scopes: z.array(Scope),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable().meta({ description: 'To the minute' }),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof ApiKey>

/** The one answer that holds a whole key. */
export const NewApiKey = z
  .object({
    id: z.string(),
    label: z.string().nullable(),
    key: z.string().regex(/^svc_[0-9a-f]{64}$/),
    scopes: z.array(Scope),
    created_at: Timestamp,
  })
  .meta({ id: 'NewApiKey' })
export type NewApiKey = z.infer<typeof NewApiKey>

/** The body of POST /user/api-keys. */
export const CreateApiKey = z.object(grant).meta({ id: 'CreateApiKey' })
export type CreateApiKey = z.infer<typeof CreateApiKey>

import { z } from 'zod'
import { ProviderName } from '../../platform/llm/schema.ts'

/** Tests of keys per account: a session could have stolen keys tested from the address of this service. */
export const KEY_TEST_LIMITS = { atOnce: 2, perHourForSessions: 30 } as const

/** The body of PUT /user/byok/:provider. */
export const SaveKey = z
  .object({
    api_key: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(1_000, 'must have at most 1000 characters')
      .regex(/^[\x21-\x7e]*$/, 'must be ASCII characters without spaces'),
  })
  .meta({ id: 'SaveProviderKey' })
export type SaveKey = z.infer<typeof SaveKey>

/** The answer of PUT /user/byok/:provider. */
export const SavedKey = z
  .object({ provider: ProviderName, saved: z.literal(true) })
  .meta({ id: 'SavedProviderKey' })
export type SavedKey = z.infer<typeof SavedKey>

/** The answer of POST /user/byok/:provider/test. */
export const TestedKey = z
  .object({
    provider: ProviderName,
    valid: z.boolean().meta({ description: 'Whether the provider accepts the key' }),
  })
  .meta({ id: 'TestedProviderKey' })
export type TestedKey = z.infer<typeof TestedKey>

/** The providers for which a user has keys. */
export const KeyStatus = z
  .object({ provider_a: z.boolean(), provider_b: z.boolean(), provider_c: z.boolean() })
  .meta({ id: 'ProviderKeyStatus' })
export type KeyStatus = z.infer<typeof KeyStatus>

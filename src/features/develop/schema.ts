import { z } from 'zod'
import { Timestamp } from '../../platform/schema.ts'
import { ProviderName } from '../../platform/llm/schema.ts'

/** Specifications generated per account. */
export const DEVELOP_LIMITS = { atOnce: 4, perHourForSessions: 60 } as const

const developed = {
  spec: z.string().meta({ description: 'Markdown' }),
  provider: ProviderName,
  model: z.string(),
  usage: z.object({ input_tokens: z.int(), output_tokens: z.int() }),
}

/** The answer of POST /ideas/:id/develop. */
export const Developed = z.object(developed).meta({ id: 'Developed' })
export type Developed = z.infer<typeof Developed>

/** A specification that was generated for an idea. */
export const Specification = z
  .object({ id: z.string(), ...developed, created_at: Timestamp })
  .meta({ id: 'Specification' })
export type Specification = z.infer<typeof Specification>

/** The query of POST /ideas/:id/develop. */
export const DevelopQuery = z.object({
  provider: ProviderName.optional().meta({ description: 'Else the first one that you have a key for' }),
})

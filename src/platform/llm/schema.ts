import { z } from 'zod'

/** The providers of language models, as the API names them, in the order in which they are tried. */
export const ProviderName = z.enum(['provider_a', 'provider_b', 'provider_c'])
export type ProviderName = z.infer<typeof ProviderName>

/** Display names of the providers. */
export const PROVIDER_TITLES: Readonly<Record<ProviderName, string>> = {
  provider_a: 'Anthropic',
  provider_b: 'OpenAI',
  provider_c: 'Google Gemini',
}

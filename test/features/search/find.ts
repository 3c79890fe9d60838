import { expect } from 'chai'
import type { Client } from '../../support/client.ts'

/** An idea as a search shows it. */
export type FoundIdea = Readonly<{
  id: number
  title: string
  score: number
  matched: string[]
  snippet: string
}>

/** What a search of some mode answers. */
export async function find(
  api: Client,
  q: string,
  options: Readonly<Record<string, string | number>> = {},
): Promise<Readonly<{ search_type: string; results: FoundIdea[] }>> {
  const query = new URLSearchParams({ q })
  for (const [name, value] of Object.entries(options)) query.set(name, String(value))
  const { status, body } = await api.get(`/ideas/search?${query}`)
  expect(status, JSON.stringify(body)).to.equal(200)
  return body
}

/** The ids that keyword search finds, the best first. */
export async function idsByWords(api: Client, q: string, options = {}): Promise<number[]> {
  const { results } = await find(api, q, { mode: 'keyword', ...options })
  return results.map(({ id }) => id)
}

import { expect } from 'chai'
import { until } from '../indexing/stack.ts'
import type { Client } from '../../support/client.ts'
import { newIdea } from '../../support/factories.ts'

/** Two ideas that say the same in other words. */
export const DARK = {
  title: 'Dark mode for the editor',
  body: 'White screens hurt at night. Please offer a dark theme.',
}
export const NIGHT = {
  title: 'Offer a dark theme in the editor',
  body: 'At night a white screen hurts the eyes, so the editor should have a dark mode.',
}

/** Makes an idea and waits until it was compared with the others. */
export async function compared(api: Client, fields: Readonly<Record<string, unknown>>): Promise<number> {
  const { id } = await newIdea(api, fields)
  await settled(api, id)
  return id
}

/** Waits until nothing is to be done for an idea any more. */
export async function settled(api: Client, id: number): Promise<void> {
  await until(async () => !(await api.get(`/ideas/${id}`)).body.processing)
}

/** Changes an idea and waits until it was compared with the others. */
export async function rewritten(
  api: Client,
  id: number,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { status } = await api.patch(`/ideas/${id}`, fields)
  expect(status).to.equal(200)
  await settled(api, id)
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers are what the tests are about
export async function pairsOf(api: Client, query = ''): Promise<any[]> {
  const { status, body } = await api.get(`/ideas/duplicates${query}`)
  expect(status).to.equal(200)
  return body.duplicates
}

/** The relations of type duplicate, as the map shows them. */
// oxlint-disable-next-line typescript/no-explicit-any -- as above
export async function edgesOf(api: Client): Promise<any[]> {
  const { body } = await api.get('/map')
  return body.edges.filter(({ type }: { type: string }) => type === 'duplicate')
}

import { expect } from 'chai'
import type { Context } from 'mocha'
import type { Logger } from 'pino'
import { modelFolder } from '../../platform/embeddings/model.ts'
import { indexes, until } from '../indexing/stack.ts'
import type { Client } from '../../support/client.ts'
import { newIdea } from '../../support/factories.ts'
import { givenEmptyDatabase, type TestDatabase } from '../../support/database.ts'
import { startService, type TestService } from '../../support/service.ts'

/** A service that detects duplicates by the real model, on empty servers. */
export type Detecting = Readonly<{ service: TestService; database: TestDatabase }>

/** Gives a suite such a service; skips it where there is no model. */
export function givenDetecting(
  receive: (given: Detecting) => void,
  env: () => Readonly<Record<string, string>> = () => ({}),
  surroundings: Readonly<{ clock?: () => number; log?: Logger }> = {},
): void {
  let database: TestDatabase
  let service: TestService | undefined
  givenEmptyDatabase((given) => (database = given))
  before(async function (this: Context) {
    this.timeout(240_000)
    const folder = modelFolder(this)
    service = await startService({
      ...surroundings,
      env: { WORKER: 'inside', EMBEDDINGS_DIR: folder, ...env() },
    })
    // What is written before is compared behind everybody's back, when there is an index.
    await until(async () => (await indexes(database)).includes('active'))
    receive({ service, database })
  })
  after(async () => service?.close())
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

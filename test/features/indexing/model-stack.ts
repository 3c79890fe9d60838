import type { Context } from 'mocha'
import type { Logger } from 'pino'
import { modelFolder } from '../../platform/embeddings/model.ts'
import { givenEmptyDatabase, type TestDatabase } from '../../support/database.ts'
import { startService, type TestService } from '../../support/service.ts'
import { indexes, until } from './stack.ts'

/** A service that does background work by the real model, on empty servers. */
export type ModelStack = Readonly<{ service: TestService; database: TestDatabase }>

/** Gives a suite such a service, whose index answers; skips it where there is no model. */
export function givenModelStack(
  receive: (given: ModelStack) => void,
  env: () => Readonly<Record<string, string>> = () => ({}),
  surroundings: Readonly<{ clock?: () => number; log?: Logger }> = {},
): void {
  let database: TestDatabase
  let service: TestService | undefined
  givenEmptyDatabase((given) => (database = given))
  before(async function (this: Context) {
    const folder = modelFolder(this)
    service = await startService({
      ...surroundings,
      env: { WORKER: 'inside', EMBEDDINGS_DIR: folder, ...env() },
    })
    // What is written before is compared behind everybody's back, when there is an index.
    await until(async () => (await indexes(database)).includes('active'), 120_000)
    receive({ service, database })
  })
  after(async () => service?.close())
}

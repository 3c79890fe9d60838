import type { Context } from 'mocha'
import { closeOwnServers } from './own-servers.ts'
import { closeSharedService, sharedService } from './service.ts'
import { trusting } from './client.ts'

const PATIENCE_MS = 120_000

/** Mocha's root hooks. A fresh database on a busy machine takes its time with the first statements. */
export const mochaHooks = {
  async beforeAll(this: Context): Promise<void> {
    this.timeout(PATIENCE_MS)
    if (process.env['TEST_NEO4J_URI'] !== undefined) await sharedService()
  },
  async afterAll(this: Context): Promise<void> {
    this.timeout(PATIENCE_MS)
    await closeSharedService()
    await closeOwnServers()
    await trusting.close()
  },
}

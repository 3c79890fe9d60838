import { closeSharedService } from './service.ts'
import { trusting } from './client.ts'

/** Mocha's root hooks. */
export const mochaHooks = {
  async afterAll(): Promise<void> {
    await closeSharedService()
    await trusting.close()
  },
}

import type { Context } from 'mocha'

/** From within a `before` hook: has a suite do something after all its `after` hooks, which stop what works on its servers. */
export function afterAllOthers({ test }: Context, work: () => Promise<void>): void {
  test?.parent?.afterAll(work)
}

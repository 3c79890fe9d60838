import { testModel } from '../test/support/model.ts'
import { startTestServers } from '../test/support/servers.ts'

/** Servers that end with `started`, and the local model, named in the environment. Ctrl-C ends the wait for them. */
export async function startThrowAwayServers(
  started: AsyncDisposableStack,
  { model = false } = {},
): Promise<void> {
  const stop = new AbortController()
  process.on('SIGINT', () => stop.abort())
  const options = { env: process.env, signal: stop.signal, say: console.log, brief: false }
  const servers = await startTestServers(options)
  started.defer(async () => servers.stop())
  Object.assign(process.env, servers.env, model ? await testModel(options) : {})
}

import { OperatorError } from '../../src/config.ts'
import { cacheFolder } from '../../src/local/maven.ts'
import { bringModel } from '../../src/local/model.ts'
import type { TestServersOptions } from './servers.ts'

/**
 * Brings the local models once for all runs and names the folder of the embedding model in `TEST_MODEL_DIR`, the variable that the tests
 * read; without the variable when it cannot be had. A folder that is given is taken as it is.
 */
export async function testModel(options: TestServersOptions): Promise<Readonly<Record<string, string>>> {
  const given = options.env['TEST_MODEL_DIR'] ?? ''
  if (given !== '') return { TEST_MODEL_DIR: given }
  try {
    const maven = { logDir: cacheFolder, signal: options.signal }
    // The service finds it beside the other.
    await bringModel('comparison', cacheFolder, maven)
    return { TEST_MODEL_DIR: await bringModel('search', cacheFolder, maven) }
  } catch (error) {
    options.signal.throwIfAborted()
    if (!(error instanceof OperatorError)) throw error
    options.say(`No embedding model, so what needs it is not tested: ${error.message}`)
    return {}
  }
}

import { OperatorError } from '../../src/platform/operator-error.ts'
import { cacheFolder } from '../../src/local/maven.ts'
import { downloadModel } from '../../src/local/model.ts'
import type { TestServersOptions } from './servers.ts'

/**
 * Brings the local model once for all runs and names the folder of the embedding model in `TEST_MODEL_DIR`, the variable that the tests
 * read; without the variable when it cannot be had. A folder that is given is taken as it is.
 */
export async function testModel(options: TestServersOptions): Promise<Readonly<Record<string, string>>> {
  const given = options.env['TEST_MODEL_DIR'] ?? ''
  if (given !== '') return { TEST_MODEL_DIR: given }
  try {
    brought ??= downloadModel(cacheFolder, { logDir: cacheFolder, signal: options.signal })
    return { TEST_MODEL_DIR: await brought }
  } catch (error) {
    options.signal.throwIfAborted()
    if (!(error instanceof OperatorError)) throw error
    options.say(`No embedding model, so what needs it is not tested: ${error.message}`)
    return {}
  }
}

/** The servers of several workers start at the same time; one brings the model for all. */
let brought: Promise<string> | undefined

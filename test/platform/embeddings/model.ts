import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Context } from 'mocha'
import { MODEL } from '../../../src/platform/embeddings/model-files.ts'

/** The folder of the real model that the test runner names; a test without one is skipped and says so. */
export function modelFolder(test: Context): string {
  const folder = process.env['TEST_MODEL_DIR']
  if (folder !== undefined && folder !== '') return folder
  process.stdout.write(
    'Skipped: TEST_MODEL_DIR names no folder with the embedding model (npm test sets it).\n',
  )
  return test.skip()
}

/** An empty folder that ends with the scope, and how to put the model's files there. */
export async function emptyModelFolder(name = 'a-model') {
  const parent = await mkdtemp(path.join(tmpdir(), 'idea-repository-model-'))
  const folder = path.join(parent, name)
  return {
    folder,
    file: (index: 0 | 1) => path.join(folder, MODEL.files[index].name),
    fill: async (from: string): Promise<void> => cp(from, folder, { recursive: true, dereference: true }),
    [Symbol.asyncDispose]: async (): Promise<void> => rm(parent, { recursive: true }),
  }
}

/** The cosine of two vectors of length 1. */
export function cosine(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? Number.NaN), 0)
}

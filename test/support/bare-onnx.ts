import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { InferenceSession, Tensor } from 'onnxruntime-node'

/** The model of a folder on one core with nothing around it, to measure the service's embedding against. */
export async function bareOnnx(folder: string) {
  const tokenizer = new Tokenizer(JSON.parse(await readFile(path.join(folder, 'tokenizer.json'), 'utf8')), {})
  const session = await InferenceSession.create(path.join(folder, 'model.onnx'), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  })
  return {
    /** How many milliseconds the inferences of these texts take, which are made tokens beforehand. */
    async measure(texts: readonly string[]): Promise<number> {
      const inputs = texts.map((text) => inputsOf(tokenizer.encode(text).ids.slice(0, 512)))
      const begun = performance.now()
      for (const input of inputs) await session.run(input)
      return performance.now() - begun
    },
    release: async (): Promise<void> => session.release(),
  }
}

function inputsOf(ids: readonly number[]): Record<string, Tensor> {
  const tensor = (value: (id: number) => bigint): Tensor =>
    new Tensor('int64', BigInt64Array.from(ids, value), [1, ids.length])
  return {
    input_ids: tensor(BigInt),
    attention_mask: tensor(() => 1n),
    token_type_ids: tensor(() => 0n),
  }
}

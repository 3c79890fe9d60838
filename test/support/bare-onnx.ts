import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { InferenceSession, Tensor } from 'onnxruntime-node'

/** Bare inference with the model of a folder on one core, as a baseline for the service's embedding. */
export async function bareOnnx(folder: string) {
  const tokenizer = new Tokenizer(JSON.parse(await readFile(path.join(folder, 'tokenizer.json'), 'utf8')), {})
  const session = await InferenceSession.create(path.join(folder, 'model.onnx'), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  })
  return {
    /** Milliseconds that the inferences of these texts take, without tokenisation. */
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

/**
 * The model behind an index. `url` is the OpenAI-compatible endpoint that computes it, null for the local one; `name` is
 * what that calls it.
 */
export type EmbeddingModel = ModelIdentity & Readonly<{ dimensions: number }>
/** Which model it is, without its use. */
export type ModelIdentity = Readonly<{ name: string; url: string | null }>

/**
 * A piece of an idea. `text` is what people are shown, plain text without the title; `input` is what the model gets, with
 * the title, within its 512 tokens; `hash` is the SHA-256 of `input` in hex.
 */
export type PassageText = Readonly<{ text: string; input: string; hash: string }>

/** Limits of embeddings. */
export const EMBEDDING_LIMITS = {
  /** How long the embedding of a search may take. */
  queryMs: 2_000,
}

/** A model at work, away from the event loop of its caller. Vectors have length 1. */
export type Embedder = Readonly<{
  identity: ModelIdentity
  /** What it is, from a first use of the model. @throws EmbeddingsUnavailable */
  model(): Promise<EmbeddingModel>
  /**
   * Splits an idea into passages on the boundaries of its Markdown, in their order; never none.
   * @throws EmbeddingsUnavailable when the local model, whose tokens are counted, cannot be had
   */
  split(idea: Readonly<{ title: string; body: string }>): Promise<PassageText[]>
  /** Vectors of passages, in their order. @throws EmbeddingsUnavailable */
  embedPassages(inputs: readonly string[]): Promise<number[][]>
  /**
   * The vector of a search, computed ahead of passages that wait; the searches of different users take turns.
   * @throws EmbeddingsUnavailable, also when it takes longer than {@link EMBEDDING_LIMITS}
   */
  embedQuery(text: string, userId?: string): Promise<number[]>
  close(): Promise<void>
}>

/** The model cannot be had now. */
export class EmbeddingsUnavailable extends Error {
  override readonly name = 'EmbeddingsUnavailable'
  /** After how many milliseconds to try again, where the endpoint said so. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, options: ErrorOptions & { retryAfterMs?: number | undefined } = {}) {
    super(message, options)
    this.retryAfterMs = options.retryAfterMs
  }
}

import { isDeepStrictEqual } from 'node:util'
import type {
  Embedder,
  EmbeddingModel,
  ModelIdentity,
  PassageText,
} from '../../platform/embeddings/embedder.ts'
import { PASSAGE_LABELS } from './schema.ts'
import type { IndexRow, JobRow, SlotResult } from './store.ts'

/** Returns the embedder of the configured model or of one that an index still uses. */
export type EmbedderOf = (model: ModelIdentity) => Embedder

async function embedIn(index: IndexRow, { idea, passages }: JobRow, embedder: Embedder): Promise<SlotResult> {
  const label = PASSAGE_LABELS[index.slot]
  const there = new Set(passages.filter(({ slot }) => slot === index.slot).map(({ hash }) => hash))
  const wanted = unique(await embedder.split(idea))
  const fresh = [...wanted.entries()].filter(([, { hash }]) => !there.has(hash))
  const vectors = await embedder.embedPassages(fresh.map(([, { input }]) => input))
  if (vectors.some(({ length }) => length !== index.dimensions)) {
    throw new Error(`${index.model} gives vectors of another length than those of its index`)
  }
  const added = fresh.map(([position, { text, hash }], at) => ({
    position,
    text,
    hash,
    embedding: vectors[at] ?? [],
  }))
  return { label, hashes: wanted.map(({ hash }) => hash), added }
}

/**
 * Embeds an idea for each live index; only passages that are missing in the index are embedded.
 * @throws EmbeddingsUnavailable, and Error when the dimensions of model and index differ
 */
export async function embedInto(
  all: readonly IndexRow[],
  row: JobRow,
  embedderOf: EmbedderOf,
): Promise<SlotResult[]> {
  const slots: SlotResult[] = []
  for (const index of all) {
    try {
      slots.push(await embedIn(index, row, embedderOf(modelOf(index))))
    } catch (error) {
      // The model of an index that is replaced by that of another model may be gone: remove outdated passages from that index.
      const isLeaving =
        index.state === 'active' && all.some((other) => !isDeepStrictEqual(modelOf(other), modelOf(index)))
      if (!isLeaving) throw error
      slots.push({ label: PASSAGE_LABELS[index.slot], hashes: [], added: [] })
    }
  }
  return slots
}

/** The model recorded with an index. */
export function modelOf({ model: name, url, dimensions }: IndexRow): EmbeddingModel {
  return { name, url, dimensions }
}

/** Removes repeated passages. */
function unique(passages: readonly PassageText[]): PassageText[] {
  return [...new Map(passages.map((passage) => [passage.hash, passage])).values()]
}

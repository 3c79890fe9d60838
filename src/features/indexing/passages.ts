import type { Embedder, EmbeddingModel, ModelIdentity, PassageText } from '../embeddings/embedder.ts'
import { PASSAGE_LABELS } from '../graph-names.ts'
import type { IndexRow, JobRow, SlotResult } from './store.ts'

/** The embedder of a model: of the one that is set up, or of one that an index still has. */
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
  const added = fresh.map(([position, { text, hash }], place) => ({
    position,
    text,
    hash,
    embedding: vectors[place] ?? [],
  }))
  return { label, hashes: wanted.map(({ hash }) => hash), added }
}

/**
 * The passages of an idea for each of the live indexes; vectors are made only of those that are not there.
 * @throws EmbeddingsAway, and Error when a model does not fit its index
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
      // An index that another is taking the place of may lose its model: it must not show what is no longer so.
      const isLeaving = index.state === 'active' && all.length > 1
      if (!isLeaving) throw error
      slots.push({ label: PASSAGE_LABELS[index.slot], hashes: [], added: [] })
    }
  }
  return slots
}

/** The model that is stamped on an index. */
export function modelOf({ model: name, url, dimensions }: IndexRow): EmbeddingModel {
  return { name, url, dimensions }
}

/** A passage that comes twice is found once. */
function unique(passages: readonly PassageText[]): PassageText[] {
  return [...new Map(passages.map((passage) => [passage.hash, passage])).values()]
}

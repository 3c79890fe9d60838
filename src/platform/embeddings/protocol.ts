import type { PassageText } from './embedder.ts'

/** A model folder; `known` files are held to their SHA-256. A process of low priority leaves the processor to others. */
export type ModelPlace = Readonly<{ folder: string; known: boolean; priority?: 'low' }>

/** The work that the process does, by kind: what it is given and what it answers. */
export type ModelWork = {
  describe: { given: null; answer: Readonly<{ dimensions: number }> }
  query: { given: string; answer: number[] }
  passages: { given: readonly string[]; answer: number[][] }
  split: { given: Readonly<{ title: string; body: string }>; answer: PassageText[] }
}
/** The names of {@link ModelWork}. */
export type WorkKind = keyof ModelWork

/** A piece of work on its way to the process. Work of one kind is done in turns, one for each `userId`. */
export type ModelRequest = {
  [K in WorkKind]: Readonly<{ id: number; kind: K; given: ModelWork[K]['given']; userId: string }>
}[WorkKind]
/** What goes to the process. */
export type ToModelProcess = ModelRequest | Readonly<{ kind: 'close' }>

/** What comes back: the answer, or why there is none. `away` is a sentence for operators; `failure` is a defect. */
export type ModelReply = Readonly<
  { id: number } & ({ answer: unknown } | { away: string } | { failure: string })
>

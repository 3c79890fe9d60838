import type { PassageText } from './embedder.ts'

/** What the thread is started with: the folder of its model, null when it only splits. */
export type ThreadData = Readonly<{ model: ModelPlace | null }>

/** A model folder; the files of the known model are held to their SHA-256. */
export type ModelPlace = Readonly<{ folder: string; known: boolean }>

/** The work that the thread does, by kind: what it is given and what it answers. */
export type ThreadWork = {
  describe: { given: null; answer: Readonly<{ dimensions: number }> }
  query: { given: string; answer: number[] }
  passages: { given: readonly string[]; answer: number[][] }
  split: { given: Readonly<{ title: string; body: string }>; answer: PassageText[] }
}
/** The names of {@link ThreadWork}. */
export type WorkKind = keyof ThreadWork

/** A piece of work on its way to the thread. */
export type ThreadRequest = {
  [K in WorkKind]: Readonly<{ id: number; kind: K; given: ThreadWork[K]['given'] }>
}[WorkKind]
/** What goes to the thread. */
export type ToThread = ThreadRequest | Readonly<{ kind: 'close' }>

/** What comes back: the answer, or why there is none. `away` is a sentence for operators; `failure` is a defect. */
export type ThreadReply = Readonly<
  { id: number } & ({ answer: unknown } | { away: string } | { failure: string })
>

/** x and y of each idea, one after the other. */
export type Positions = Float32Array<ArrayBuffer>

/** Where each idea is, by its id. */
export type Places = ReadonlyMap<number, Readonly<{ x: number; y: number }>>

/** What is laid out, beginning with the given positions. */
export type Layout = Readonly<{
  ids: readonly number[]
  edges: readonly (readonly [number, number])[]
  positions: Positions
  iterations: number
}>

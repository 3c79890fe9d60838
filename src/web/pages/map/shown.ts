import type { Drawn, MapData } from './map-data.ts'

/** What a stage shows: changed by it, read by its layers. */
export type Shown = {
  graph: Drawn
  edges: MapData['edges']
  /** Of the lines. */
  opacity: number
  /** Whether dots stand for the nodes. */
  areDots: boolean
}

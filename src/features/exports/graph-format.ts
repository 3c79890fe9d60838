import type { IdeaStatus } from '../ideas/schema.ts'
import type { RelationType } from '../relations/schema.ts'

/** An idea as a node of a graph file. */
export type GraphNode = Readonly<{
  id: number
  title: string
  status: IdeaStatus
  tags: readonly Readonly<{ id: number; name: string }>[]
  createdAt: number
  connectionCount: number
}>

/** A relation as an edge of a graph file; both ends are nodes written before. */
export type GraphEdge = Readonly<{
  id: number
  source: number
  target: number
  type: RelationType
  note: string | null
  score: number | null
  createdAt: number
}>

/** A graph file format, written in pieces: all nodes, then all edges. */
export type GraphFormatWriter = Readonly<{
  mediaType: string
  extension: string
  /** The text before the nodes; `exportedAt` is an ISO 8601 timestamp. */
  head(exportedAt: string): string
  nodes(page: readonly GraphNode[]): string
  between: string
  edges(page: readonly GraphEdge[]): string
  tail: string
}>

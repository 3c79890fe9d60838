import { graph } from '../../platform/graph/graph.ts'

export const store = graph

import { endpoint } from '../../platform/http/endpoint.ts'
import { graph } from '../../platform/graph/graph.ts'

export const known = [endpoint, graph]

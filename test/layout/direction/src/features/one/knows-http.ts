import { endpoint } from '../../platform/http/endpoint.ts'

export const known = endpoint

import { endpoint } from '../../platform/http/endpoint.ts'
import { two } from './two.ts'

export const routes = [endpoint, two]

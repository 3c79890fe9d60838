import { endpoint } from '../../platform/http/endpoint.ts'
import { known } from './store.ts'

export const routes = [endpoint, known]

import { two } from '../two/schema.ts'
import { known } from './knows-http.ts'

export const schema = [two, known]

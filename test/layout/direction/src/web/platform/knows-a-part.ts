import { part } from '../parts/knows-a-page.ts'

export const known = part

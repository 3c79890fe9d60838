import { two } from '../two/two.ts'

export const known = two

import { createTwo } from '../features/two/feature.ts'

export const known = createTwo

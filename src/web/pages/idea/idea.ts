import type { Result } from '../../platform/api-types.ts'

/** An idea as the API answers it. */
export type Idea = Result<'GET /ideas/:id'>

import type { Result } from '../../platform/api-types.ts'

/** A tag as the API answers it. */
export type Tag = Result<'GET /tags'>[number]

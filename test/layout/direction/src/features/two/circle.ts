import type { Back } from './back.ts'

export type Circle = Back | undefined

import type { Circle } from './circle.ts'

export type Back = Circle | null

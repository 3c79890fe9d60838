import type { SignalName } from './signals.ts'

export const BIAS = 0
export const WEIGHTS = {} as Readonly<Record<SignalName, Readonly<{ weight: number; usual: number }>>>

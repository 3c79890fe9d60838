import type { Services } from '../../app/services.ts'

export const page: Services | undefined = undefined

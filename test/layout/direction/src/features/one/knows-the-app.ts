import { config } from '../../app/config.ts'

export const known = config

import { services } from '../../app/services.ts'

export const known = services

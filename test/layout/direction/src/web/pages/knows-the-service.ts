import { createServices } from '../../app/services.ts'

export const made = createServices

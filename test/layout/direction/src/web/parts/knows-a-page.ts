import { page } from '../pages/page.ts'

export const part = page

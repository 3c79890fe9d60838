import { z } from 'zod'

export const two = z.string()

import { z } from 'zod'
import { Scope } from '../actor.ts'
import { text } from '../fields.ts'

/** What bodies that ask for a new key or token say of it. */
export const grant = {
  label: text({ max: 100, trim: true }).nullable().default(null),
  scopes: z
    .array(Scope)
    .min(1, 'must name at least one scope')
    .transform((scopes) => Scope.options.filter((scope) => scopes.includes(scope)))
    .default([...Scope.options]),
}

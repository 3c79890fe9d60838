import { z } from 'zod'

/** Schemas with a name would be references. */
const UNNAMED = z.registry<z.core.GlobalMeta>()

/** Parameters of the declared types, which stand for nothing: a plan is kept for the types of the parameters, too. */
export function sampleOf(params: z.ZodObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params.shape).map(([name, schema]) => [name, sample(schema as z.ZodType)]),
  )
}

function sample(schema: z.ZodType): unknown {
  const {
    type,
    enum: [first] = [],
    anyOf: [inner] = [],
  } = z.toJSONSchema(schema, { io: 'input', metadata: UNNAMED })
  if (first !== undefined) return first
  if (type === 'array') return []
  if (type === 'boolean') return false
  if (type === 'string') return ''
  if (type === 'integer' || type === 'number') return 0
  return inner === undefined ? null : sample(z.fromJSONSchema(inner))
}

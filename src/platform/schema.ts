import { z } from 'zod'

/** The number of Unicode code points, the unit of every character limit of the API. */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/**
 * Without regard to case, as Unicode's full case folding: `ß`, `ẞ` and `ss` become the same, which one conversion alone does not do. The
 * dotless `ı` is a letter of its own there, although its capital is `I`.
 */
export function foldCase(text: string): string {
  const folded = text.split('ı').map((part) => part.toLowerCase().toUpperCase().toLowerCase())
  return folded.join('ı')
}

/** Well-formed text of `min` to `max` code points; `trim` removes surrounding white space first. */
export function text(limits: { min?: number; max: number; trim?: boolean }) {
  const { min = 0, max, trim = false } = limits
  const base = trim ? z.string().trim() : z.string()
  return base
    .refine((value) => value.isWellFormed(), { error: 'must be well-formed Unicode', abort: true })
    .refine(
      (value) => value.length >= 2 * min || codePoints(value) >= min,
      min === 1 ? 'must not be empty' : `must have at least ${min} characters`,
    )
    .refine((value) => value.length <= max || codePoints(value) <= max, `must have at most ${max} characters`)
    .meta({ maxLength: max, ...(min > 0 ? { minLength: min } : {}) })
}

/** Limits the length of a list before its elements are parsed: a list that is too long is one problem. */
export function bounded<T extends z.ZodType>(list: z.ZodArray<T>, max: number): z.ZodArray<T> {
  return list.max(max, { error: `must have at most ${max} entries`, abort: true })
}

/** The id of an idea, tag, link or relation in a body. */
export const Id = z.int('must be a whole number').positive('must be a positive number').meta({ id: 'Id' })

/** Formats milliseconds since 1970 as ISO 8601. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString()
}

/** Like {@link timestamp}, for values that may be null. */
export function timestampOrNull(ms: number | null): string | null {
  return ms === null ? null : timestamp(ms)
}

const FIRST_MS = Date.parse('0001-01-01T00:00:00Z')
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')

/** A timestamp in a request body, with any UTC offset, parsed to milliseconds since 1970. */
export const Moment = z.iso
  .datetime({ offset: true, error: 'must be an ISO 8601 timestamp with a time zone' })
  .transform((value) => Date.parse(value))
  .refine((ms) => ms >= FIRST_MS && ms <= LAST_MS, 'must be in the years 1 to 9999')

/** A timestamp in a response. */
export const Timestamp = z.iso.datetime().meta({ id: 'Timestamp', description: 'ISO 8601, UTC' })

const UNSAFE: ReadonlySet<string> = new Set(['javascript:', 'data:', 'vbscript:', 'file:', 'blob:'])

/** An absolute URL of at most 2,000 characters, without schemes that run scripts or read local files. */
export const Url = text({ max: 2_000, trim: true })
  .refine((value) => URL.canParse(value), { error: 'must be an absolute URL', abort: true })
  .refine(
    (value) => !UNSAFE.has(new URL(value).protocol),
    'must not have the scheme of a script or a local file',
  )
  .meta({ format: 'uri' })

/** A boolean query parameter. */
export const Flag = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((value) => value === 'true')
  .meta({ type: 'boolean', enum: undefined })

/** The query parameters of a paged list. */
export const Page = {
  limit: wholeNumber('limit', 1, 100).default(20),
  offset: wholeNumber('offset', 0, Number.MAX_SAFE_INTEGER).default(0),
}

/** A query parameter that is a whole number. */
export function wholeNumber(name: string, min: number, max: number) {
  const error = `${name} must be a whole number from ${min}${max < 1_000_000 ? ` to ${max}` : ''}`
  return z
    .string({ error })
    .regex(/^\d{1,16}$/, error)
    .transform(Number)
    .refine((value) => value >= min && value <= max, error)
    .meta({ type: 'integer', minimum: min, maximum: max })
}

/** A query parameter that holds several values, by commas or repeated; a repeated value that is good as it is may hold commas. */
export function several<Value extends z.ZodType<unknown, string>>(value: Value) {
  const list = z.array(value).max(MOST_VALUES, `must have at most ${MOST_VALUES} values`)
  const parse = (values: unknown) => list.safeParse(values, { reportInput: true })
  const { $schema: _, id: _id, ...items } = z.toJSONSchema(value, { io: 'input' })
  return z
    .custom<string | string[]>()
    .meta({ type: 'array', items, maxItems: MOST_VALUES })
    .transform((given, context) => {
      const repeated = Array.isArray(given) ? parse(given) : undefined
      const split = () => parse([given].flat().flatMap((one) => one.split(',')))
      const { data, error } = repeated?.success === true ? repeated : split()
      const [issue] = error?.issues ?? []
      // What is wrong is the parameter: its values have no places of their own.
      if (issue !== undefined) context.addIssue({ ...issue, path: [] })
      return data ?? z.NEVER
    })
}

/** Maximum number of values of a query parameter. */
export const MOST_VALUES = 100

/**
 * An object that a statement returns as a list of its values, in the order of the schema: decoding the names of each map would cost
 * as much as decoding its values.
 */
export function positional<Schema extends z.ZodObject>(schema: Schema) {
  const names = Object.keys(schema.shape)
  return z.preprocess((values) => {
    if (!Array.isArray(values) || values.length !== names.length) return values
    const named: Record<string, unknown> = {}
    for (const [at, name] of names.entries()) named[name] = values[at]
    return named
  }, schema)
}

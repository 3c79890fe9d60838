import fc from 'fast-check'

type Json = Readonly<Record<string, unknown>>
type Schema = Readonly<{
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
}>
type Operation = Readonly<{
  operationId: string
  parameters: readonly Readonly<{ name: string; in: string; required: boolean; schema: Schema }>[]
  requestBody?: Readonly<{ content: Readonly<Record<string, Readonly<{ schema?: Schema }>>> }>
  responses: Json
}>
type Document = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: Readonly<{ schemas: Readonly<Record<string, Schema>> }>
}>

/** A request, and the statuses that the document has for it. */
export type RandomRequest = Readonly<{
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  raw: string | undefined
  operationId: string
  statuses: readonly string[]
}>

/** Stands for an id that there is. */
const SOME_ID = /"some-id-(?<quoted>\d+)"|some-id-(?<at>\d+)/g
const someId = fc.nat(20).map((at) => `some-id-${at}`)
/** A segment of a path, which clients would take away when it is empty or dots. */
const isSegment = (value: string): boolean => !/^\.{0,2}$/.test(value)
const text = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-z]{1,8}$/) },
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', ' ', '\u0000', '%', '\ud800', '../..', '"', '\\', 'https://example.org', '*', '1e999'),
  fc.nat(5_000).map((length) => 'x'.repeat(length)),
)
const number = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 20 }) },
  fc.constantFrom(0, -0, -1, 0.5, 2 ** 31, 2 ** 53, 2 ** 63, -(2 ** 63), 1e300),
)

/** The request with ids that there are. */
export function withIds(request: RandomRequest, ids: readonly string[]): RandomRequest {
  const filled = (text: string): string =>
    text.replaceAll(SOME_ID, (_, quoted?: string, at?: string) => {
      const id = ids[Number(quoted ?? at) % ids.length] ?? ''
      return quoted === undefined || /^\d+$/.test(id) ? id : JSON.stringify(id)
    })
  const headers = Object.entries(request.headers).map(([name, value]) => [name, filled(value)])
  const raw = request.raw === undefined ? undefined : filled(request.raw)
  return { ...request, path: filled(request.path), headers: Object.fromEntries(headers), raw }
}

/** Requests of some operations, most of them nearly right, to be given ids by {@link withIds}. */
export function requestsOf(
  { paths, components }: Document,
  isMeant: (operationId: string) => boolean,
): fc.Arbitrary<RandomRequest> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path: path.replace(/^\/api\/v1/, ''),
      method,
      operation,
    })),
  )
  const valueOf = (schema: Schema, depth = 0): fc.Arbitrary<unknown> => {
    const {
      $ref,
      const: value,
      enum: values,
      anyOf,
      oneOf,
      type,
      items = {},
      properties,
      required = [],
    } = schema
    if (depth > 6) return fc.constant(null)
    const inner = (one: Schema): fc.Arbitrary<unknown> => valueOf(one, depth + 1)
    if ($ref !== undefined) return inner(components.schemas[$ref.split('/').at(-1) ?? ''] ?? {})
    if (value !== undefined) return fc.constant(value)
    if (values !== undefined) return fc.constantFrom(...values)
    const either =
      anyOf ?? oneOf ?? (Array.isArray(type) ? type.map((one) => ({ ...schema, type: one })) : undefined)
    if (either !== undefined) return fc.oneof(...either.map(inner))
    if (type === 'string') return fc.oneof(text, someId)
    if (type === 'integer' || type === 'number') return fc.oneof(number, someId)
    if (type === 'boolean') return fc.boolean()
    if (type === 'null') return fc.constant(null)
    if (type === 'array') return fc.array(inner(items), { maxLength: 3 })
    if (properties === undefined) return fc.jsonValue({ maxDepth: 3 })
    const fields = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inner(one)]))
    return fc.record(fields, { requiredKeys: [...required] })
  }
  return fc.oneof(
    ...operations
      .filter(({ operation }) => isMeant(operation.operationId))
      .map(({ path, method, operation }) => requestOf(path, method.toUpperCase(), operation, valueOf)),
  )
}

function requestOf(
  path: string,
  method: string,
  { operationId, parameters, requestBody, responses }: Operation,
  valueOf: (schema: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<RandomRequest> {
  const given = parameters.map(({ name, in: where, required, schema }) => {
    const value =
      where === 'path' ? fc.oneof({ weight: 4, arbitrary: someId }, text.filter(isSegment)) : valueOf(schema)
    const isGiven = required ? fc.constant(true) : fc.boolean()
    return fc.record({ name: fc.constant(name), where: fc.constant(where), value, isGiven })
  })
  const bodies = Object.entries(requestBody?.content ?? {}).map(([media, { schema = {} }]) =>
    fc.record({
      media: fc.constant(media),
      raw: fc.oneof(
        { weight: 6, arbitrary: valueOf(schema).map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: fc.json() },
        { weight: 1, arbitrary: text },
      ),
    }),
  )
  const body = bodies.length === 0 ? fc.constant(undefined) : fc.oneof(...bodies)
  return fc.tuple(fc.tuple(...given), body).map(([values, sent]) => {
    const {
      path: inPath = [],
      query: inQuery = [],
      header = [],
    } = Object.groupBy(
      values.filter(({ isGiven }) => isGiven),
      ({ where }) => where,
    )
    const filled = inPath.reduce(
      (text, { name, value }) =>
        text.replace(`{${name}}`, () => encodeURIComponent(String(value).toWellFormed())),
      path,
    )
    const query = new URLSearchParams()
    for (const { name, value } of inQuery) for (const one of [value].flat()) query.append(name, String(one))
    const headers = header.map(({ name, value }) => [
      name,
      String(value)
        .replaceAll(/[^ -~]/g, '')
        .trim(),
    ])
    return {
      method,
      path: `${filled}?${query}`,
      headers: {
        ...Object.fromEntries(headers),
        ...(sent === undefined ? {} : { 'Content-Type': sent.media }),
      },
      raw: sent?.raw,
      operationId,
      statuses: Object.keys(responses),
    }
  })
}

/** What clients rely on in an OpenAPI document, as short texts: no wording and no examples. */
export type Contract = Readonly<{
  /** By method and path. */
  operations: Readonly<Record<string, Operation>>
  /** The named schemas; a field that may be missing ends with a question mark. */
  types: Readonly<Record<string, string | Readonly<Record<string, string>>>>
}>

type Operation = Readonly<{
  id: string
  security: string
  /** Such as `query limit?: integer`. */
  parameters: readonly string[]
  /** The types of a request's body by their media types. */
  body?: Readonly<Record<string, string>>
  /** By status: the type of the answer, its media type where that is not JSON. */
  responses: Readonly<Record<string, string>>
  /** Those of successful answers. */
  headers: readonly string[]
}>

type Schema = Readonly<{
  $ref?: string
  type?: string | readonly string[]
  format?: string
  default?: unknown
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: Schema | boolean
}>
type Content = Readonly<Record<string, Readonly<{ schema?: Schema }>>>
type DeclaredOperation = Readonly<{
  operationId: string
  security?: readonly Readonly<Record<string, unknown>>[]
  parameters?: readonly Readonly<{ name: string; in: string; required?: boolean; schema?: Schema }>[]
  requestBody?: Readonly<{ required?: boolean; content: Content }>
  responses: Readonly<
    Record<string, Readonly<{ content?: Content; headers?: Readonly<Record<string, unknown>> }>>
  >
}>

/** The part of an OpenAPI document that a contract is made of. */
export type Document = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, DeclaredOperation>>>>
  components?: Readonly<{ schemas?: Readonly<Record<string, Schema>> }>
}>

/** The contract of a document: two documents with equal contracts are the same for clients. */
export function contractOf({ paths, components }: Document): Contract {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      `${method.toUpperCase()} ${path}`,
      operationOf(operation),
    ]),
  )
  const types = Object.entries(components?.schemas ?? {}).map(([name, schema]) => [
    name,
    fieldsOf(schema) ?? typeOf(schema),
  ])
  return { operations: Object.fromEntries(operations), types: Object.fromEntries(types) }
}

function operationOf({
  operationId,
  security = [],
  parameters = [],
  requestBody,
  responses,
}: DeclaredOperation): Operation {
  const successful = Object.entries(responses).filter(([status]) => Number(status) < 400)
  return {
    id: operationId,
    security: security.map((way) => Object.keys(way).join(' and ')).join(' or '),
    parameters: parameters.map(
      ({ name, in: where, required = false, schema = {} }) =>
        `${where} ${name}${required ? '' : '?'}: ${typeOf(schema)}`,
    ),
    ...(requestBody === undefined ? {} : { body: bodyOf(requestBody) }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, { content }]) => [status, answerOf(content)]),
    ),
    headers: [...new Set(successful.flatMap(([, { headers = {} }]) => Object.keys(headers)))],
  }
}

function bodyOf({
  required = false,
  content,
}: NonNullable<DeclaredOperation['requestBody']>): Record<string, string> {
  const types = Object.entries(content).map(([media, { schema = {} }]) => [
    `${media}${required ? '' : '?'}`,
    typeOf(schema),
  ])
  return Object.fromEntries(types)
}

function answerOf(content: Content = {}): string {
  return Object.entries(content)
    .map(([media, { schema = {} }]) => `${media === 'application/json' ? '' : `${media}: `}${typeOf(schema)}`)
    .join(' or ')
}

function fieldsOf({
  type,
  properties,
  required = [],
  additionalProperties = true,
}: Schema): Record<string, string> | undefined {
  if (type !== 'object' || properties === undefined) return undefined
  const fields = Object.entries(properties).map(([name, schema]) => [
    required.includes(name) ? name : `${name}?`,
    typeOf(schema),
  ])
  const more =
    additionalProperties === true
      ? []
      : [['[name]', additionalProperties === false ? 'never' : typeOf(additionalProperties)]]
  return Object.fromEntries([...fields, ...more])
}

const LIMITS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern'] as const

/** A schema as TypeScript would write it, with its limits and its default. */
function typeOf(schema: Schema): string {
  const limits = LIMITS.filter((limit) => schema[limit] !== undefined).map(
    (limit) => `${limit} ${schema[limit]}`,
  )
  const limited = limits.length === 0 ? '' : ` (${limits.join(', ')})`
  const preset = schema.default === undefined ? '' : ` = ${JSON.stringify(schema.default)}`
  return `${bareTypeOf(schema)}${limited}${preset}`
}

function bareTypeOf(schema: Schema): string {
  const {
    $ref,
    const: value,
    enum: values,
    anyOf,
    oneOf,
    allOf,
    type,
    items,
    additionalProperties,
    format,
  } = schema
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? ''
  if (value !== undefined) return JSON.stringify(value)
  if (values !== undefined) return values.map((one) => JSON.stringify(one)).join(' | ')
  const either = anyOf ?? oneOf
  if (either !== undefined) return either.map(typeOf).join(' | ')
  if (allOf !== undefined) return allOf.map(typeOf).join(' & ')
  if (Array.isArray(type)) return type.map((one: string) => bareTypeOf({ ...schema, type: one })).join(' | ')
  if (type === 'array') return `(${typeOf(items ?? {})})[]`
  const fields = fieldsOf(schema)
  if (fields !== undefined) {
    return `{ ${Object.entries(fields)
      .map(([name, inner]) => `${name}: ${inner}`)
      .join(', ')} }`
  }
  if (typeof additionalProperties === 'object') return `{ [name]: ${typeOf(additionalProperties)} }`
  return `${typeof type === 'string' ? type : 'unknown'}${format === undefined ? '' : `(${format})`}`
}

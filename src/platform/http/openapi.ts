import { z } from 'zod'
import { ANY_TYPE, type Endpoint } from './endpoint.ts'
import { IDEMPOTENCY_LIMITS } from './idempotency.ts'
import { BASE_PATH } from './mount.ts'
import { SESSION_COOKIE } from './session-cookie.ts'
import { ErrorAnswer, errorResponses, ERROR_HEADERS } from './openapi-errors.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the declared endpoints. */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): Json {
  const components = createComponents()
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = `${BASE_PATH}${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, components) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Idea Repository',
      version,
      description: 'Capture ideas, relate them in a graph, and find them again.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints.map(({ section }) => section))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'A session token, or an MCP token with its scopes',
        },
        cookie: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
      },
      schemas: { ...components.schemas(), Error: ErrorAnswer },
      headers: ERROR_HEADERS,
    },
  }
}

function operation(endpoint: Endpoint, components: Components): Json {
  const { success, query } = endpoint
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [endpoint.section],
    security: security(endpoint),
    parameters: [
      ...Object.entries(endpoint.params).map(([name, { example }]) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
        example,
      })),
      ...(query === undefined ? [] : queryParameters(query, components)),
      ...requestHeaders(endpoint),
    ],
    ...requestBody(endpoint, components),
    responses: {
      [success.status]: { ...response(success, components), headers: headersOf(endpoint) },
      ...errorResponses(endpoint),
      ...Object.fromEntries(
        Object.entries(endpoint.others).map(([status, other]) => [
          status,
          { ...response(other, components), headers: headersOf(endpoint) },
        ]),
      ),
    },
  }
}

function requestBody({ body, stream }: Endpoint, components: Components): Json {
  if (stream.length > 0) {
    const content = Object.fromEntries(stream.map((type) => [type, {}]))
    return { requestBody: { required: true, content } }
  }
  if (body === undefined) return {}
  const content = { 'application/json': { schema: components.schema(body, 'input') } }
  return { requestBody: { required: !body.safeParse({}).success, content } }
}

/** The request headers that an endpoint supports, without credentials. */
function requestHeaders({ conditions, headers, retrySafe }: Endpoint): Json[] {
  const described: Record<string, string> = {
    ...(retrySafe ? { 'Idempotency-Key': IDEMPOTENCY_KEY } : {}),
    ...Object.fromEntries(conditions.map((name) => [name, CONDITIONS[name]])),
    ...headers,
  }
  return Object.entries(described).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: {
      type: 'string',
      ...(name === 'Idempotency-Key' ? { minLength: 1, maxLength: IDEMPOTENCY_LIMITS.keyLength } : {}),
    },
  }))
}

const IDEMPOTENCY_KEY =
  'Names this request for 24 hours: sent again, it is answered as the first time and changes nothing'
const CONDITIONS = {
  'If-Match': 'ETags: nothing happens unless one of them is the current one',
  'If-None-Match': 'ETags: if one of them is still the current one, the answer is 304',
} as const

/** The response headers of a success: the endpoint's own, the request id, and those of the quota. */
function headersOf({ success, counted, access }: Endpoint): Json {
  const quota = counted && access !== 'public' ? QUOTA_HEADERS : {}
  const described = { ...success.headers, ...quota, 'X-Request-Id': 'Names this request in the log' }
  return Object.fromEntries(
    Object.entries(described).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ]),
  )
}

const QUOTA_HEADERS = {
  'RateLimit-Policy': 'The daily quota, as in draft-ietf-httpapi-ratelimit-headers',
  RateLimit: 'What is left of it, and the seconds until it begins anew',
  'X-RateLimit-Limit': 'Requests per UTC day',
  'X-RateLimit-Remaining': 'Requests left today',
  'X-RateLimit-Reset': 'The next UTC midnight, Unix seconds',
}

type Described = Readonly<{
  description: string
  body?: z.ZodType | undefined
  mediaTypes?: readonly string[]
}>

function response({ description, body, mediaTypes = [] }: Described, components: Components): Json {
  const content = {
    ...(body === undefined ? {} : { 'application/json': { schema: components.schema(body, 'output') } }),
    ...Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, schemaOf(mediaType)])),
  }
  return Object.keys(content).length === 0 ? { description } : { description, content }
}

/** Of any media type: the bytes may be JSON of any shape. */
function schemaOf(mediaType: string): Json {
  return mediaType === ANY_TYPE ? {} : { schema: { type: 'string' } }
}

function security({ access }: Endpoint): Json[] {
  if (access === 'public') return []
  const session = [{ session: [] }, { cookie: [] }]
  return access === 'session' ? session : [{ apiKey: [] }, ...session]
}

function queryParameters(query: z.ZodObject, components: Components): Json[] {
  return Object.entries(query.shape).map(([name, schema]) => {
    const { description, ...rest } = components.schema(schema as z.ZodType, 'input') as Json & {
      description?: string
    }
    // It may be an empty list, which generated clients would send as a text.
    delete rest['default']
    const absent = (schema as z.ZodType).safeParse(undefined)
    const value = absent.data ?? (schema as z.ZodType).meta()?.['default']
    const isDefault = value !== undefined && !Array.isArray(value)
    return {
      name,
      in: 'query',
      required: !absent.success,
      ...(description === undefined ? {} : { description }),
      schema: { ...(isDefault && { default: value }), ...rest },
    }
  })
}

type Components = ReturnType<typeof createComponents>

/** Collects schemas with an id, at any depth, as components; others stay inline. */
function createComponents() {
  const schemas: Record<string, Json> = {}
  const hoistDefinitions = (value: unknown): Json => {
    const text = JSON.stringify(value, (key, inner: unknown) => {
      if (key === '$schema' || (key === 'id' && typeof inner === 'string')) return undefined
      if (key !== '$defs') return inner
      for (const [name, definition] of Object.entries(inner as Json))
        schemas[name] = hoistDefinitions(definition)
      return undefined
    })
    return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
  }
  return {
    schemas: () => schemas,
    schema: (schema: z.ZodType, io: 'input' | 'output'): Json =>
      hoistDefinitions(z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })),
  }
}

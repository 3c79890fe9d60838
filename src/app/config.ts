import { z } from 'zod'
import { masterKeyOf } from '../platform/auth/cipher.ts'
import { bucketIn } from '../platform/files/s3-files.ts'
import { OperatorError } from '../platform/operator-error.ts'

const count = z
  .string()
  .regex(/^\d+$/, 'must be a whole number')
  .transform(Number)
  .refine(Number.isSafeInteger, 'is too large')
const port = count.refine((value) => value <= 65_535, 'must be at most 65535')
const flag = z.enum(['true', 'false'], 'must be "true" or "false"').transform((value) => value === 'true')
const address = (protocols: readonly string[]) =>
  z.string().refine((value) => isAddress(value, protocols), {
    error: `must be an address that starts with ${protocols.map((name) => `${name}://`).join(' or ')}`,
    abort: true,
  })
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const secret = z.string().regex(/^[\x21-\x7e]+$/, 'must be ASCII characters without spaces')
const REDIS = ['redis', 'rediss']
const masterKey = z
  .string()
  .transform((value) => masterKeyOf(value))
  .refine((key) => key !== undefined, 'must be 64 hexadecimal digits or 32 bytes in base64')

const providerUrl = address(['http', 'https']).refine(hasNoLogin, 'must not hold a user or password')

/** The environment variables of the service, with their defaults. */
export const Environment = z
  .object({
    PORT: port.default(8443),
    HOST: z.string().default('localhost'),
    DATA_DIR: z.string().default('.data'),
    NEO4J_URI: address(['bolt', 'bolt+s', 'bolt+ssc', 'neo4j', 'neo4j+s', 'neo4j+ssc']).optional(),
    NEO4J_USER: z.string().default('neo4j'),
    NEO4J_PASSWORD: z.string().default(''),
    NEO4J_DATABASE: z.string().default('neo4j'),
    REDIS_URL: z
      .string()
      .refine(
        (value) => value.split(',').every((one) => isAddress(one, REDIS)),
        'must be an address that starts with redis:// or rediss://',
      )
      .refine(
        (value) => value.split(',').every(hasDatabaseNumber),
        'may have nothing but the number of a database behind the host',
      )
      .optional(),
    REDIS_CLUSTER: flag.default(false),
    TLS_CERT: z.string().optional(),
    TLS_KEY: z.string().optional(),
    TRUST_PROXY: flag.default(false),
    PUBLIC_URL: address(['https'])
      .refine(isOrigin, 'must not have more than a host and a port')
      .transform((value) => new URL(value).origin)
      .optional(),
    ALLOW_SIGN_UP: flag.default(false),
    FREE_PLAN_IDEA_CAP: count.default(100),
    FREE_PLAN_DAILY_QUOTA: count.default(100),
    PRO_PLAN_DAILY_QUOTA: count.default(10_000),
    LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
    WORKER: z.enum(['inside', 'separate'], 'must be "inside" or "separate"').default('inside'),
    METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
    ATTACHMENTS_URL: address(['http', 'https'])
      .refine((value) => bucketIn(value) !== undefined, 'must be like https://KEY:SECRET@host/bucket')
      .optional(),
    ATTACHMENTS_MIB_PER_ACCOUNT: count.default(512),
    EMBEDDINGS_URL: address(['http', 'https'])
      .refine(hasNoLogin, 'must not hold a user or password (EMBEDDINGS_API_KEY is the key)')
      .optional(),
    EMBEDDINGS_MODEL: z.string().optional(),
    EMBEDDINGS_API_KEY: secret.optional(),
    EMBEDDINGS_DIR: z.string().optional(),
    ANTHROPIC_API_KEY: secret.optional(),
    ANTHROPIC_BASE_URL: address(['http', 'https'])
      .refine(hasNoLogin, 'must not hold a user or password (ANTHROPIC_API_KEY is the key)')
      .optional(),
    ANTHROPIC_MODEL: z.string().default('claude-haiku-5-5'),
    AUTO_TAGS_PER_DAY: count.default(1_000),
    DUPLICATE_REVIEW: z.enum(['off', 'claude'], 'must be "off" or "claude"').default('off'),
    DUPLICATE_REVIEWS_PER_DAY: count.default(100),
    BYOK_MASTER_KEY: masterKey.optional(),
    BYOK_MASTER_KEY_PREVIOUS: masterKey.optional(),
    PROVIDER_A_BASE_URL: providerUrl.optional(),
    PROVIDER_B_BASE_URL: providerUrl.optional(),
    PROVIDER_C_BASE_URL: providerUrl.optional(),
    PROVIDER_A_MODEL: z.string().default('claude-sonnet-5-5'),
    PROVIDER_B_MODEL: z.string().default('gpt-5.5'),
    PROVIDER_C_MODEL: z.string().default('gemini-3.8-flash'),
    NODE_ENV: z.string().optional(),
  })
  .refine((env) => env.BYOK_MASTER_KEY_PREVIOUS === undefined || env.BYOK_MASTER_KEY !== undefined, {
    path: ['BYOK_MASTER_KEY_PREVIOUS'],
    message: 'needs BYOK_MASTER_KEY',
  })
  .refine((env) => env.DUPLICATE_REVIEW === 'off' || env.ANTHROPIC_API_KEY !== undefined, {
    path: ['DUPLICATE_REVIEW'],
    message: 'by claude needs ANTHROPIC_API_KEY',
  })
  .refine((env) => (env.TLS_CERT === undefined) === (env.TLS_KEY === undefined), {
    path: ['TLS_CERT'],
    message: 'and TLS_KEY must be given together',
  })
  .refine((env) => !env.REDIS_CLUSTER || env.REDIS_URL !== undefined, {
    path: ['REDIS_CLUSTER'],
    message: 'needs REDIS_URL',
  })
  .refine((env) => env.REDIS_CLUSTER || !env.REDIS_URL?.includes(','), {
    path: ['REDIS_URL'],
    message: 'may name several servers only with REDIS_CLUSTER=true',
  })
  .refine((env) => env.EMBEDDINGS_URL === undefined || env.EMBEDDINGS_MODEL !== undefined, {
    path: ['EMBEDDINGS_URL'],
    message: 'needs EMBEDDINGS_MODEL',
  })
  .refine((env) => env.EMBEDDINGS_MODEL === undefined || env.EMBEDDINGS_URL !== undefined, {
    path: ['EMBEDDINGS_MODEL'],
    message: 'needs EMBEDDINGS_URL (the local model is chosen by EMBEDDINGS_DIR)',
  })
  .refine((env) => env.EMBEDDINGS_API_KEY === undefined || env.EMBEDDINGS_URL !== undefined, {
    path: ['EMBEDDINGS_API_KEY'],
    message: 'needs EMBEDDINGS_URL',
  })
  .refine((env) => env.EMBEDDINGS_DIR === undefined || env.EMBEDDINGS_URL === undefined, {
    path: ['EMBEDDINGS_DIR'],
    message: 'and EMBEDDINGS_URL must not be given together',
  })

/** The validated configuration of the service. */
export type Config = Readonly<ReturnType<typeof readConfig>>

/**
 * Reads and validates the environment; empty variables count as absent.
 * @throws OperatorError that names all invalid variables in one line
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    throw new OperatorError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '),
    )
  }
  const { data } = parsed
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: data.DATA_DIR,
    neo4j: {
      uri: data.NEO4J_URI,
      user: data.NEO4J_USER,
      password: data.NEO4J_PASSWORD,
      database: data.NEO4J_DATABASE,
    },
    redisUrl: data.REDIS_URL,
    redisCluster: data.REDIS_CLUSTER,
    tls:
      data.TLS_CERT !== undefined && data.TLS_KEY !== undefined
        ? { certFile: data.TLS_CERT, keyFile: data.TLS_KEY }
        : undefined,
    trustProxy: data.TRUST_PROXY,
    /** The origin under which clients reach the service; undefined if it is the address that it listens on. */
    publicUrl: data.PUBLIC_URL,
    allowSignUp: data.ALLOW_SIGN_UP,
    freePlanIdeaCap: data.FREE_PLAN_IDEA_CAP,
    dailyQuota: { free: data.FREE_PLAN_DAILY_QUOTA, pro: data.PRO_PLAN_DAILY_QUOTA },
    logLevel: data.LOG_LEVEL,
    attachments: {
      /** Undefined: files are kept under `dataDir`. */
      s3: data.ATTACHMENTS_URL === undefined ? undefined : bucketIn(data.ATTACHMENTS_URL),
      accountBytes: data.ATTACHMENTS_MIB_PER_ACCOUNT * 1_048_576,
    },
    /** Whether the server runs the background work or a separate worker does. */
    worker: data.WORKER,
    metricsToken: data.METRICS_TOKEN,
    embeddings: {
      endpoint:
        data.EMBEDDINGS_URL !== undefined && data.EMBEDDINGS_MODEL !== undefined
          ? { url: data.EMBEDDINGS_URL, model: data.EMBEDDINGS_MODEL, apiKey: data.EMBEDDINGS_API_KEY }
          : undefined,
      folder: data.EMBEDDINGS_DIR,
    },
    /**
     * Claude with the operator's key. Other tools use the same variables, so without the key the others are ignored.
     */
    anthropic:
      data.ANTHROPIC_API_KEY === undefined
        ? undefined
        : { apiKey: data.ANTHROPIC_API_KEY, baseUrl: data.ANTHROPIC_BASE_URL, model: data.ANTHROPIC_MODEL },
    /** Daily budget of requests to Claude for automatic tags, shared by all users. */
    autoTagsPerDay: data.AUTO_TAGS_PER_DAY,
    /** Daily budget of requests to Claude about possible duplicates; undefined if it is not asked. */
    duplicateReview:
      data.DUPLICATE_REVIEW === 'claude' ? { perDay: data.DUPLICATE_REVIEWS_PER_DAY } : undefined,
    /** Master keys, current first; empty means the key file (refused in production). */
    masterKeys: [data.BYOK_MASTER_KEY, data.BYOK_MASTER_KEY_PREVIOUS].filter((key) => key !== undefined),
    isProduction: data.NODE_ENV === 'production',
    providers: {
      a: { baseUrl: data.PROVIDER_A_BASE_URL, model: data.PROVIDER_A_MODEL },
      b: { baseUrl: data.PROVIDER_B_BASE_URL, model: data.PROVIDER_B_MODEL },
      c: { baseUrl: data.PROVIDER_C_BASE_URL, model: data.PROVIDER_C_MODEL },
    },
  }
}

function isAddress(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1))
}

function hasDatabaseNumber(value: string): boolean {
  return !URL.canParse(value) || /^\/?\d*$/.test(new URL(value).pathname)
}

function isOrigin(value: string): boolean {
  const { href, origin } = new URL(value)
  return href === `${origin}/`
}

function hasNoLogin(value: string): boolean {
  const { username, password } = new URL(value)
  return username === '' && password === ''
}

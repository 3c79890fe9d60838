import { expect } from 'chai'
import { masterKeysOf } from '../../src/platform/auth/master-keys.ts'
import { readConfig } from '../../src/app/config.ts'
import { OperatorError } from '../../src/platform/operator-error.ts'

const BYTES = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 8))
const [HEX, OTHER_HEX] = [BYTES.toString('hex'), 'ab'.repeat(32)]
const NO_MASTER_KEY = 'must be 64 hexadecimal digits or 32 bytes in base64'

const MISTAKES: readonly (readonly [env: Readonly<Record<string, string>>, line: string])[] = [
  [{ PORT: 'https' }, 'PORT must be a whole number'],
  [{ PORT: '65536' }, 'PORT must be at most 65535'],
  [
    { NEO4J_URI: 'http://localhost' },
    'NEO4J_URI must be an address that starts with bolt:// or bolt+s:// or bolt+ssc:// or neo4j:// or neo4j+s:// or neo4j+ssc://',
  ],
  [{ REDIS_URL: 'localhost' }, 'REDIS_URL must be an address that starts with redis:// or rediss://'],
  [
    { REDIS_URL: 'redis://a,b', REDIS_CLUSTER: 'true' },
    'REDIS_URL must be an address that starts with redis:// or rediss://',
  ],
  [{ REDIS_URL: 'redis://a,redis://b' }, 'REDIS_URL may name several servers only with REDIS_CLUSTER=true'],
  [{ REDIS_CLUSTER: 'true' }, 'REDIS_CLUSTER needs REDIS_URL'],
  [
    { REDIS_URL: 'redis://localhost/abc' },
    'REDIS_URL may have nothing but the number of a database behind the host',
  ],
  [{ TLS_CERT: 'cert.pem' }, 'TLS_CERT and TLS_KEY must be given together'],
  [{ TLS_KEY: 'key.pem' }, 'TLS_CERT and TLS_KEY must be given together'],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be "true" or "false"'],
  [{ PUBLIC_URL: 'http://ideas.example.org' }, 'PUBLIC_URL must be an address that starts with https://'],
  [{ PUBLIC_URL: 'https://example.org/ideas' }, 'PUBLIC_URL must not have more than a host and a port'],
  [{ ALLOW_SIGN_UP: '1' }, 'ALLOW_SIGN_UP must be "true" or "false"'],
  [{ FREE_PLAN_IDEA_CAP: '-1' }, 'FREE_PLAN_IDEA_CAP must be a whole number'],
  [{ WORKER: 'both' }, 'WORKER must be "inside" or "separate"'],
  ...['https://host/bucket', 'https://key:secret@host', 'https://key:%zz@host/bucket'].map(
    (ATTACHMENTS_URL) =>
      [{ ATTACHMENTS_URL }, 'ATTACHMENTS_URL must be like https://KEY:SECRET@host/bucket'] as const,
  ),
  [{ ATTACHMENTS_URL: 'bucket' }, 'ATTACHMENTS_URL must be an address that starts with http:// or https://'],
  [{ ATTACHMENTS_MIB_PER_ACCOUNT: '-1' }, 'ATTACHMENTS_MIB_PER_ACCOUNT must be a whole number'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters'],
  [
    { EMBEDDINGS_URL: 'localhost:11434', EMBEDDINGS_MODEL: 'm' },
    'EMBEDDINGS_URL must be an address that starts with http:// or https://',
  ],
  [
    { EMBEDDINGS_URL: 'https://user:secret@host/v1', EMBEDDINGS_MODEL: 'm' },
    'EMBEDDINGS_URL must not hold a user or password (EMBEDDINGS_API_KEY is the key)',
  ],
  [{ EMBEDDINGS_URL: 'https://host/v1' }, 'EMBEDDINGS_URL needs EMBEDDINGS_MODEL'],
  [
    { EMBEDDINGS_MODEL: 'm' },
    'EMBEDDINGS_MODEL needs EMBEDDINGS_URL (the local model is chosen by EMBEDDINGS_DIR)',
  ],
  [{ EMBEDDINGS_API_KEY: 'key' }, 'EMBEDDINGS_API_KEY needs EMBEDDINGS_URL'],
  [
    { EMBEDDINGS_URL: 'https://host/v1', EMBEDDINGS_MODEL: 'm', EMBEDDINGS_API_KEY: 'two\nlines' },
    'EMBEDDINGS_API_KEY must be ASCII characters without spaces',
  ],
  [{ ANTHROPIC_API_KEY: 'two lines' }, 'ANTHROPIC_API_KEY must be ASCII characters without spaces'],
  [{ AUTO_TAGS_PER_DAY: 'many' }, 'AUTO_TAGS_PER_DAY must be a whole number'],
  [{ DUPLICATE_REVIEW: 'gpt' }, 'DUPLICATE_REVIEW must be "off" or "claude"'],
  [{ DUPLICATE_REVIEW: 'claude' }, 'DUPLICATE_REVIEW by claude needs ANTHROPIC_API_KEY'],
  [{ DUPLICATE_REVIEWS_PER_DAY: '-1' }, 'DUPLICATE_REVIEWS_PER_DAY must be a whole number'],
  [
    { ANTHROPIC_BASE_URL: 'claude' },
    'ANTHROPIC_BASE_URL must be an address that starts with http:// or https://',
  ],
  [
    { ANTHROPIC_BASE_URL: 'https://user:secret@host' },
    'ANTHROPIC_BASE_URL must not hold a user or password (ANTHROPIC_API_KEY is the key)',
  ],
  [
    { EMBEDDINGS_URL: 'https://host/v1', EMBEDDINGS_MODEL: 'm', EMBEDDINGS_DIR: 'models/m' },
    'EMBEDDINGS_DIR and EMBEDDINGS_URL must not be given together',
  ],
  [{ BYOK_MASTER_KEY: HEX.slice(1) }, `BYOK_MASTER_KEY ${NO_MASTER_KEY}`],
  [
    { BYOK_MASTER_KEY: HEX, BYOK_MASTER_KEY_PREVIOUS: 'the former one' },
    `BYOK_MASTER_KEY_PREVIOUS ${NO_MASTER_KEY}`,
  ],
  [{ BYOK_MASTER_KEY_PREVIOUS: HEX }, 'BYOK_MASTER_KEY_PREVIOUS needs BYOK_MASTER_KEY'],
  ...['A', 'B', 'C'].flatMap((letter) => {
    const name = `PROVIDER_${letter}_BASE_URL`
    return [
      [{ [name]: 'localhost:8080' }, `${name} must be an address that starts with http:// or https://`],
      [{ [name]: 'https://user:secret@host' }, `${name} must not hold a user or password`],
    ] as const
  }),
]

const keysOf = (env: Readonly<Record<string, string>>): string[] =>
  readConfig(env).masterKeys.map(({ secret }) => secret.toString('hex'))

describe('the environment', () => {
  it('may hold variables that mean nothing any more', () => {
    expect(readConfig({ WARM_UP_SECONDS: '15' })).to.deep.equal(readConfig({}))
  })

  for (const [env, line] of MISTAKES) {
    it(`is refused in one line: ${line}`, () => {
      expect(() => readConfig(env)).to.throw(OperatorError, new RegExp(`^${RegExp.escape(line)}$`))
    })
  }

  it('is refused with every bad variable named', () => {
    const both = { PORT: 'https', TRUST_PROXY: 'yes' }
    expect(() => readConfig(both)).to.throw(
      'PORT must be a whole number; TRUST_PROXY must be "true" or "false"',
    )
  })

  it('may leave everything out, and an empty variable counts as left out', () => {
    expect(readConfig({ PORT: '', REDIS_CLUSTER: '' })).to.deep.equal(readConfig({}))
  })

  it('names an endpoint for embeddings, or a model folder', () => {
    const endpoint = { url: 'http://localhost:11434/v1', model: 'm', apiKey: undefined }
    const env = { EMBEDDINGS_URL: endpoint.url, EMBEDDINGS_MODEL: 'm' }
    expect(readConfig(env).embeddings).to.deep.equal({ endpoint, folder: undefined })
    expect(readConfig({ EMBEDDINGS_DIR: 'm' }).embeddings).to.deep.equal({ endpoint: undefined, folder: 'm' })
  })

  it('says about how many ideas a day Claude is asked', () => {
    expect(readConfig({}).autoTagsPerDay).to.equal(1_000)
    expect(readConfig({ AUTO_TAGS_PER_DAY: '0' }).autoTagsPerDay).to.equal(0)
  })

  it('asks Claude only with a key of the operator, whatever else of it is set', () => {
    const others = { ANTHROPIC_BASE_URL: 'https://host', ANTHROPIC_MODEL: 'm' }
    expect(readConfig(others).anthropic).to.equal(undefined)
    const given = { apiKey: 'key', baseUrl: 'https://host', model: 'm' }
    expect(readConfig({ ...others, ANTHROPIC_API_KEY: 'key' }).anthropic).to.deep.equal(given)
    expect(readConfig({ ANTHROPIC_API_KEY: 'key' }).anthropic).to.deep.equal({
      ...given,
      baseUrl: undefined,
      model: 'claude-haiku-5-5',
    })
  })

  it('holds master keys in either form, the one that encrypts first', () => {
    expect(keysOf({})).to.deep.equal([])
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      expect(keysOf({ BYOK_MASTER_KEY: BYTES.toString(encoding) }), encoding).to.deep.equal([HEX])
    }
    const both = { BYOK_MASTER_KEY_PREVIOUS: HEX, BYOK_MASTER_KEY: OTHER_HEX }
    expect(keysOf(both)).to.deep.equal([OTHER_HEX, HEX])
  })

  it('needs a master key in production, and only there', () => {
    const line = 'BYOK_MASTER_KEY is required in production (`openssl rand -hex 32` makes one)'
    expect(() => masterKeysOf(readConfig({ NODE_ENV: 'production' }))).to.throw(OperatorError, line)
    expect(() => masterKeysOf(readConfig({ NODE_ENV: 'production', BYOK_MASTER_KEY: HEX }))).not.to.throw()
    for (const NODE_ENV of ['', 'development']) {
      expect(() => masterKeysOf(readConfig({ NODE_ENV })), NODE_ENV).not.to.throw()
    }
  })

  it('says where each provider is, and by which model it answers', () => {
    expect(readConfig({}).providers).to.deep.equal({
      a: { baseUrl: undefined, model: 'claude-sonnet-5-5' },
      b: { baseUrl: undefined, model: 'gpt-5.5' },
      c: { baseUrl: undefined, model: 'gemini-3.8-flash' },
    })
    for (const name of ['a', 'b', 'c'] as const) {
      const given = { baseUrl: `https://${name}.example.org/v1`, model: `model-${name}` }
      const prefix = `PROVIDER_${name.toUpperCase()}`
      const env = { [`${prefix}_BASE_URL`]: given.baseUrl, [`${prefix}_MODEL`]: given.model }
      expect(readConfig(env).providers).to.deep.equal({ ...readConfig({}).providers, [name]: given })
    }
  })
})

import { expect } from 'chai'
import { OperatorError, readConfig } from '../src/config.ts'

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
  [{ TLS_CERT: 'cert.pem' }, 'TLS_CERT and TLS_KEY must be given together'],
  [{ TLS_KEY: 'key.pem' }, 'TLS_CERT and TLS_KEY must be given together'],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be "true" or "false"'],
  [{ ALLOW_SIGN_UP: '1' }, 'ALLOW_SIGN_UP must be "true" or "false"'],
  [{ FREE_PLAN_IDEA_CAP: '-1' }, 'FREE_PLAN_IDEA_CAP must be a whole number'],
  [{ WORKER: 'both' }, 'WORKER must be "inside" or "separate"'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters'],
]

describe('the environment', () => {
  for (const [env, line] of MISTAKES) {
    it(`is refused in one line: ${line}`, () => {
      expect(() => readConfig(env)).to.throw(OperatorError, new RegExp(`^${line.replaceAll('+', '\\+')}$`))
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
})

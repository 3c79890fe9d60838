import { expect } from 'chai'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { Redis } from 'ioredis'
import { givenOwnServers, type OwnServers } from '../support/own-servers.ts'
import { clearNeo4j, clearRedis } from '../support/server-data.ts'

const runner = path.resolve(import.meta.dirname, '../support/run.ts')
const SOME_TEST = 'test/features/health/health.test.ts'

describe('npm test', () => {
  let servers: OwnServers
  let redis: Redis
  givenOwnServers((given) => {
    servers = given
    redis = new Redis(given.env['TEST_REDIS_URL'] ?? '')
  })
  beforeEach(async () => {
    await clearNeo4j(servers.driver)
    await clearRedis(redis)
  })
  after(() => redis?.disconnect())

  const npmTest = async (change: Readonly<Record<string, string>> = {}) => {
    const child = spawn(process.execPath, [runner, SOME_TEST], {
      env: { ...process.env, ...servers.env, ...change },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text))
    const [code] = await once(child, 'close')
    return { code: code as number, output }
  }

  it('refuses a Neo4j that holds data, in one line, and leaves the data alone', async () => {
    await servers.query('MATCH (n) DETACH DELETE n')
    await servers.query('CREATE (:Somebodys {data: true})')
    const { code, output } = await npmTest()
    expect(code).to.equal(1)
    expect(output).to.match(/^TEST_NEO4J_URI names a Neo4j that holds data .+\n$/)
    expect(await servers.query('MATCH (n) RETURN n.data AS data')).to.deep.equal([{ data: true }])
  })

  it('refuses a Redis that holds data in any of its databases, in one line', async () => {
    await redis.flushall()
    await redis.select(9)
    await redis.set('somebodys', 'data')
    const { code, output } = await npmTest({ TEST_NEO4J_URI: '' })
    expect(code).to.equal(1)
    expect(output).to.match(/^TEST_REDIS_URL names a Redis that holds data \(db 9\).+\n$/)
    expect(await redis.get('somebodys')).to.equal('data')
  })

  it('takes over servers that carry the mark of the tests, empties them and keeps their schema', async () => {
    expect((await npmTest()).output).to.match(/\n\d+ passed, 0 failed, 0 skipped\n$/)
    const constraints = async () => servers.query('SHOW CONSTRAINTS YIELD name RETURN name ORDER BY name')
    const before = await constraints()
    expect(before).not.to.deep.equal([])
    await servers.query('CREATE (:LeftByACrash)')
    await redis.set('left', 'by a crash')
    expect((await npmTest()).output).to.match(/\n\d+ passed, 0 failed, 0 skipped\n$/)
    expect(await servers.query('MATCH (n:LeftByACrash) RETURN n')).to.deep.equal([])
    expect(await redis.get('left')).to.equal(null)
    expect(await constraints()).to.deep.equal(before)
  })

  it('leaves empty servers as it found them', async () => {
    await servers.query('MATCH (n) DETACH DELETE n')
    for (const { name } of await servers.query('SHOW CONSTRAINTS YIELD name')) {
      await servers.query(`DROP CONSTRAINT \`${String(name)}\``)
    }
    await redis.flushall()
    expect((await npmTest()).output).to.match(/\n\d+ passed, 0 failed, 0 skipped\n$/)
    expect(await servers.query('MATCH (n) RETURN n')).to.deep.equal([])
    expect(await servers.query('SHOW CONSTRAINTS YIELD name')).to.deep.equal([])
    expect(await redis.keys('*')).to.deep.equal([])
  })

  it('names an address that is none in one line', async () => {
    const { code, output } = await npmTest({ TEST_NEO4J_URI: 'nonsense' })
    expect(code).to.equal(1)
    expect(output).to.match(/^TEST_NEO4J_URI .+\n$/)
  })
})

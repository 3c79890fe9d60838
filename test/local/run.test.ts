import { expect } from 'chai'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { Redis } from 'ioredis'
import neo4j from 'neo4j-driver'

const runner = path.resolve(import.meta.dirname, '../support/run.ts')

async function npmTest(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [runner, '--grep', 'nothing is called so'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text))
  const [code] = await once(child, 'close')
  return { code: code as number, output }
}

describe('npm test', () => {
  it('refuses a Neo4j that holds data, in one line, and leaves the data alone', async () => {
    const { TEST_NEO4J_URI = '', TEST_NEO4J_USER = '', TEST_NEO4J_PASSWORD = '' } = process.env
    const driver = neo4j.driver(TEST_NEO4J_URI, neo4j.auth.basic(TEST_NEO4J_USER, TEST_NEO4J_PASSWORD))
    try {
      await driver.executeQuery('CREATE (:Somebodys {data: true})')
      const { code, output } = await npmTest({})
      expect(code).to.equal(1)
      expect(output).to.match(/^TEST_NEO4J_URI names a Neo4j that holds data .+\n$/)
      const { records } = await driver.executeQuery('MATCH (n:Somebodys) RETURN n.data AS data')
      expect(records.map((record) => record.get('data') as unknown)).to.deep.equal([true])
    } finally {
      await driver.executeQuery('MATCH (n:Somebodys) DELETE n')
      await driver.close()
    }
  })

  it('refuses a Redis that holds data in any of its databases, in one line', async () => {
    const url = new URL(process.env['TEST_REDIS_URL'] ?? '')
    const redis = new Redis(url.href, { db: 9 })
    try {
      await redis.set('somebodys', 'data')
      const { code, output } = await npmTest({ TEST_NEO4J_URI: '' })
      expect(code).to.equal(1)
      expect(output).to.match(/^TEST_REDIS_URL names a Redis that holds data \(db .*9\).+\n$/)
      expect(await redis.get('somebodys')).to.equal('data')
    } finally {
      await redis.del('somebodys')
      redis.disconnect()
    }
  })

  it('names an address that is none in one line', async () => {
    const { code, output } = await npmTest({ TEST_NEO4J_URI: 'nonsense' })
    expect(code).to.equal(1)
    expect(output).to.match(/^TEST_NEO4J_URI .+\n$/)
  })
})

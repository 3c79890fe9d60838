import { expect } from 'chai'
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import which from 'which'
import { isWholeModel, modelFolder } from '../../src/platform/embeddings/model-files.ts'
import { findJava } from '../../src/local/java.ts'
import { readInstance } from '../../src/local/instance.ts'
import { npmStart, pathWithout, runs, temporaryFolders, type Started } from './npm-start.ts'

const run = promisify(execFile)
const noServers = { NEO4J_URI: '', REDIS_URL: '' }
/** For a database that has just started: on a busy machine it may take more than 4.5 s to plan its first statements. */
const RETRY = ['--silent', '--fail', '--retry', '5']

describe('npm start with servers of its own', function () {
  const folders = temporaryFolders()
  const dataDir = path.join(folders.make(), "o'clock at the café")
  // No engine and no redis-server, so that Neo4j runs with Java and Redis is the one of the jar.
  // In the plainest locale, which must not matter to a folder's name.
  const env = {
    ...noServers,
    LC_ALL: 'C',
    PATH: pathWithout(folders.make(), ['docker', 'podman', 'redis-server']),
  }
  let service: Started
  let apiKey = ''

  before(async () => {
    service = npmStart(dataDir, env)
    await service.says('Try it in another terminal:\n')
  })
  after(async () => {
    service.kill('SIGTERM')
    await service.ended
    folders.remove()
  })

  const ideasOf = async (key: string) => {
    const url = readInstance(dataDir)?.url ?? expect.fail('nothing recorded')
    const certificate = path.join(dataDir, 'tls/cert.pem')
    const curl = [...RETRY, '--cacert', certificate, '-H', `X-API-Key: ${key}`, `${url}/api/v1/ideas`]
    return JSON.parse((await run('curl', curl)).stdout) as { title: string }[]
  }

  it('makes one account and shows it with a curl line that works as it is', async function () {
    if (which.sync('curl', { nothrow: true }) === null) this.skip()
    apiKey = /API key +(svc_[0-9a-f]{64})\n/.exec(service.output())?.[1] ?? ''
    const curl = /^ +(curl .+)$/m.exec(service.output())?.[1] ?? ''
    const { stdout } = await run('sh', ['-c', curl])
    expect(JSON.parse(stdout)).to.include({ title: 'My first idea' })
  })

  it('keeps everything in its data folder, whatever that is called', () => {
    expect(readdirSync(path.dirname(dataDir))).to.deep.equal([path.basename(dataDir)])
    expect(existsSync(path.join(dataDir, 'neo4j/data/databases/neo4j'))).to.equal(true)
    expect(existsSync(path.join(dataDir, 'redis/data/appendonly.aof'))).to.equal(true)
    expect(existsSync(path.join(dataDir, 'logs/neo4j/neo4j.log'))).to.equal(true)
  })

  it('brings the model', async () => {
    expect(service.output()).to.include('Downloading the embedding model from Maven')
    expect(await isWholeModel(modelFolder(dataDir))).to.equal(true)
  })

  it('serves Neo4j Browser where it says', async () => {
    const address = /Neo4j Browser +(\S+)/.exec(service.output())?.[1] ?? ''
    expect(await (await fetch(address)).text()).to.include('Neo4j Browser')
  })

  it('runs a Redis that appends to a file and asks for a password', async () => {
    const { url } = readInstance(dataDir)?.redis ?? expect.fail('nothing recorded')
    expect(new URL(url).password).to.have.length.of.at.least(32)
    expect(new URL(url).hostname).to.equal('127.0.0.1')
  })

  it('after a crash stops what was left running, keeps the data and shows no second account', async () => {
    const crashed = readInstance(dataDir) ?? expect.fail('nothing recorded')
    process.kill(crashed.pid, 'SIGKILL')
    await service.ended
    expect([runs(crashed.neo4j.pid), runs(crashed.redis.pid)]).to.deep.equal([true, true])

    service = npmStart(dataDir, env)
    await service.says('is running')
    expect([runs(crashed.neo4j.pid), runs(crashed.redis.pid)]).to.deep.equal([false, false])
    expect(service.output()).to.include('earlier start').and.not.include('API key')
    expect(service.output()).not.to.include('Downloading')
    expect((await ideasOf(apiKey)).map(({ title }) => title)).to.deep.equal(['My first idea'])
  })

  it('stops everything when it is asked to', async () => {
    const { pid, neo4j, redis } = readInstance(dataDir) ?? expect.fail('nothing recorded')
    service.kill('SIGINT')
    expect(await service.ended).to.equal(0)
    expect([pid, neo4j.pid, redis.pid].map(runs)).to.deep.equal([false, false, false])
  })
})

describe('npm start with nothing that could run its servers', () => {
  it('says in one line what to install', async () => {
    const folders = temporaryFolders()
    const service = npmStart(folders.make(), { ...noServers, PATH: folders.make() })
    expect(await service.ended).to.equal(1)
    // Java is found where systems install it, too.
    const missing = (await findJava()) === undefined ? 'Java 21 or later and Maven' : 'Maven'
    expect(service.errors()).to.equal(
      `Nothing here can run Neo4j: install Docker or Podman (and start it), or ${missing}; or give NEO4J_URI\n`,
    )
    folders.remove()
  })
})

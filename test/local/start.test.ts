import { expect } from 'chai'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import which from 'which'
import { readInstance } from '../../src/local/instance.ts'
import { until } from '../support/until.ts'
import {
  givenServers,
  npmStart,
  npmRun,
  pathWithout,
  runs,
  temporaryFolders,
  type Started,
} from './npm-start.ts'

describe('npm start on servers that it is given', () => {
  const folders = temporaryFolders()
  after(() => folders.remove())

  describe('while it runs', () => {
    const dataDir = folders.make()
    let service: Started

    before(async () => {
      service = npmStart(dataDir, givenServers())
      await service.says('is running')
    })
    after(() => service.kill('SIGTERM'))

    it('says where the API and its documentation are', async () => {
      const { url } = readInstance(dataDir) ?? expect.fail('nothing recorded')
      await service.says(`${url}/api/v1\n`)
      await service.says(`${url}/docs\n`)
    })

    it('records for its owner only where its databases are', () => {
      const { NEO4J_URI, REDIS_URL } = givenServers()
      const instance = readInstance(dataDir)
      expect(instance?.neo4j.uri).to.equal(NEO4J_URI)
      expect(instance?.redis.url).to.equal(REDIS_URL)
      expect(statSync(path.join(dataDir, 'instance.json')).mode & 0o777).to.equal(0o600)
    })

    it('lets no second start use the same data', async () => {
      const second = npmStart(dataDir, givenServers())
      expect(await second.ended).to.equal(1)
      expect(second.errors()).to.match(/^Idea Repository runs already with the data in .+\n$/)
      expect(second.errors()).to.include(String(readInstance(dataDir)?.pid))
    })

    it('ends with exit code 0 on SIGTERM and forgets where it was', async () => {
      const pid = readInstance(dataDir)?.pid
      service.kill('SIGTERM')
      expect(await service.ended).to.equal(0)
      expect(service.output()).to.match(/Stopped\.\n$/)
      expect(runs(pid)).to.equal(false)
      expect(existsSync(path.join(dataDir, 'instance.json'))).to.equal(false)
    })
  })

  it('stops cleanly when npm is told to end', async () => {
    // Longer than the waiting within, so that a failure still ends what was started.
    const dataDir = folders.make()
    const service = npmRun('start', dataDir, givenServers())
    await service.says('is running')
    const pid = readInstance(dataDir)?.pid
    service.kill('SIGTERM')
    try {
      await service.says('Stopped.')
      await service.ended
      expect(runs(pid)).to.equal(false)
    } finally {
      if (pid !== undefined && runs(pid)) process.kill(pid, 'SIGKILL')
    }
  })

  it('stops in the midst of its start, with exit code 0', async () => {
    const dataDir = folders.make()
    const service = npmStart(dataDir, { ...givenServers(), NEO4J_URI: '' })
    await until('Neo4j is prepared', () => existsSync(path.join(dataDir, 'neo4j/password')), 30_000)
    service.kill('SIGINT')
    expect(await service.ended).to.equal(0)
    expect(service.errors()).to.equal('')
    expect(existsSync(path.join(dataDir, 'neo4j/process.json'))).to.equal(false)
  })

  it('stops in the midst of bringing the embedding model, and leaves nothing of it', async function () {
    if (which.sync('mvn', { nothrow: true }) === null) this.skip()
    const dataDir = folders.make()
    const service = npmStart(dataDir, { ...givenServers(), EMBEDDINGS_DIR: '' })
    await service.says('Downloading the embedding model')
    service.kill('SIGINT')
    expect(await service.ended).to.equal(0)
    expect(service.output()).to.match(/Stopped\.\n$/)
    expect(service.errors()).to.equal('')
    expect(readdirSync(path.join(dataDir, 'models'))).to.deep.equal([])
  })

  it('serves without the embedding model where nothing can bring it, and says so in one line', async () => {
    const PATH = pathWithout(folders.make(), ['mvn', 'docker', 'podman'])
    const service = npmStart(folders.make(), { ...givenServers(), EMBEDDINGS_DIR: '', PATH })
    await service.says('is running')
    expect(service.output()).to.match(
      /^Semantic search is off until .+ Keyword search works\.\nDuplicates are not looked for until .+\n/,
    )
    service.kill('SIGTERM')
    expect(await service.ended).to.equal(0)
  })

  it('does not wait for a Neo4j that does not answer when it is to stop', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined).resume())
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const connected = once(silent, 'connection')
    const { port } = silent.address() as AddressInfo
    const service = npmStart(folders.make(), {
      ...givenServers(),
      NEO4J_URI: `bolt://127.0.0.1:${String(port)}`,
    })
    await connected
    service.kill('SIGTERM')
    expect(await service.ended).to.equal(0)
    expect(service.output() + service.errors()).to.equal('Stopped.\n')
    silent.close()
  })

  for (const address of ['127.0.0.1', '::1']) {
    it(`names a port that is taken at ${address} in one line`, async function () {
      const other = createServer()
      const hasAddress = await new Promise<boolean>((resolve) => {
        other.once('error', () => resolve(false)).listen(0, address, () => resolve(true))
      })
      if (!hasAddress) this.skip()
      const { port } = other.address() as AddressInfo
      const service = npmStart(folders.make(), { ...givenServers(), PORT: String(port) })
      expect(await service.ended).to.equal(1)
      expect(service.errors()).to.match(new RegExp(`^PORT ${String(port)} is taken .+\n$`))
      other.close()
    })
  }

  it('names a bad variable in one line', async () => {
    const service = npmStart(folders.make(), { ...givenServers(), PORT: 'eighty' })
    expect(await service.ended).to.equal(1)
    expect(service.errors()).to.equal('PORT must be a whole number\n')
  })

  it('names a certificate that it cannot use in one line, before it brings anything up', async () => {
    const folder = folders.make()
    const given = { TLS_CERT: path.join(folder, 'cert.pem'), TLS_KEY: path.join(folder, 'key.pem') }
    const service = npmStart(folder, { ...given, NEO4J_URI: '', REDIS_URL: '' })
    expect(await service.ended).to.equal(1)
    expect(service.errors()).to.match(/^TLS_CERT: cannot read .+ \(ENOENT\)\n$/)
    expect(existsSync(path.join(folder, 'neo4j'))).to.equal(false)
  })

  it('names an address that the driver can make nothing of in one line', async () => {
    const service = npmStart(folders.make(), { ...givenServers(), NEO4J_URI: 'bolt://localhost?x=1' })
    expect(await service.ended).to.equal(1)
    expect(service.errors()).to.match(/^NEO4J_URI cannot be used: .+\n$/)
  })

  it('names a database that is not there in one line', async () => {
    const service = npmStart(folders.make(), { ...givenServers(), NEO4J_DATABASE: 'elsewhere' })
    expect(await service.ended).to.equal(1)
    expect(service.errors()).to.match(/^the database "elsewhere" \(NEO4J_DATABASE\) cannot be used: .+\n$/)
  })

  it('serves on every interface of IPv6, too', async () => {
    const dataDir = folders.make()
    const service = npmStart(dataDir, { ...givenServers(), HOST: '::' })
    await service.says('is running')
    expect(readInstance(dataDir)?.url).to.match(/^https:\/\/localhost:\d+$/)
    service.kill('SIGTERM')
    expect(await service.ended).to.equal(0)
  })

  it('names a data folder that it cannot use in one line', async () => {
    const folder = folders.make()
    mkdirSync(path.join(folder, 'start.lock'))
    const service = npmStart(folder, givenServers())
    expect(await service.ended).to.equal(1)
    expect(service.errors()).to.match(/^.*start\.lock cannot be locked: .+\n$/)
    const nowhere = npmStart('/proc/nowhere/data', givenServers())
    expect(await nowhere.ended).to.equal(1)
    expect(nowhere.errors()).to.match(/^.*DATA_DIR cannot be used: .+\n$/)
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { newMasterKey } from '../../../src/platform/auth/cipher.ts'
import { ownMasterKeys } from '../../../src/platform/auth/master-keys.ts'
import { ideas, PROGRAM } from '../../cli/run-cli.ts'
import { temporaryFolders } from '../../local/npm-start.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import type { FakeProviders } from '../../support/fake-providers.ts'
import { keyIn } from '../../support/provider-answers.ts'
import { storeProviderKey, givenProviders } from '../../support/given-providers.ts'
import { through } from '../../support/proxied-service.ts'
import { startService, testEnvironment, testServers, type TestUser } from '../../support/service.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'
import { forgetKeys, master, opened, plainOf, storedKeys, storeKeys } from './stored-keys.ts'

const ROTATE = ['admin', 'rotate-master-key', '--json']
/** More than three pages of a rotation. */
const MANY = 730

describe('ideas admin rotate-master-key', () => {
  const folders = temporaryFolders()
  let database: TestDatabase
  let providers: FakeProviders
  givenProviders((given) => (providers = given))
  // Before the database is closed.
  after(async () => {
    await forgetKeys(database)
    folders.remove()
  })
  givenDatabase((given) => (database = given))
  beforeEach(async () => forgetKeys(database))

  const serviceWith = async (env: Readonly<Record<string, string>>) =>
    startService({ env: { ...providers.env, ...env } })
  /** Which key a provider is sent for a user when it is tested. */
  const sentFor = async (user: TestUser, provider = 'provider_a'): Promise<string> => {
    const { status, body } = await user.session.post(`/user/byok/${provider}/test`)
    expect([status, body.valid], JSON.stringify(body)).to.deep.equal([200, true])
    return keyIn(providers.requests.at(-1) ?? expect.fail('not asked'))
  }
  describe('with keys of the environment', () => {
    const [old, fresh] = [newMasterKey(), newMasterKey()]
    const both = { BYOK_MASTER_KEY: fresh, BYOK_MASTER_KEY_PREVIOUS: old }

    it('has all keys opened by the new one alone', async () => {
      const before = await serviceWith({ BYOK_MASTER_KEY: old })
      const user = await before.createUser()
      await save(user, 'sk-kept-over-a-rotation')
      await before.close()
      await storeKeys(database, MANY, master(old))
      const { code, stdout, stderr } = await ideas(ROTATE, { env: both })
      expect([code, stderr]).to.deep.equal([0, ''])
      expect(JSON.parse(stdout)).to.deep.equal({ encrypted: MANY + 1, left: 0, lost: 0 })
      const seeded = (await storedKeys(database)).filter(({ userId }) => userId !== user.user_id)
      expect(seeded).to.have.lengthOf(MANY)
      for (const key of seeded) expect(opened(key, master(fresh))).to.equal(plainOf(key.userId))
      const after = await serviceWith({ BYOK_MASTER_KEY: fresh })
      const again = after.anonymous.with({ Authorization: `Bearer ${user.session_token}` })
      expect((await again.post('/user/byok/provider_a/test')).body.valid).to.equal(true)
      expect(keyIn(providers.requests.at(-1) ?? expect.fail())).to.equal('sk-kept-over-a-rotation')
      await after.close()
    })

    it('is killed after a page, and begun again', async () => {
      await storeKeys(database, MANY, master(old))
      const { neo4jUri } = testServers()
      const proxy = await startTcpProxy(neo4jUri)
      const pageIsWritten = proxy.arm({ on: 'SET k.sealed = key.sealed', lose: 'answer' })
      const child = spawn(process.execPath, [PROGRAM, ...ROTATE], {
        env: { ...process.env, ...testEnvironment(), ...both, NEO4J_URI: through(neo4jUri, proxy) },
        stdio: 'ignore',
      })
      await pageIsWritten
      proxy.hang()
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
      await proxy.close()
      const stored = await storedKeys(database)
      const half = stored.filter(({ masterKeyId }) => masterKeyId === master(fresh).id)
      expect(half.length).to.be.within(1, MANY - 1)
      for (const key of stored) {
        const opener = half.includes(key) ? fresh : old
        expect(opened(key, master(opener))).to.equal(plainOf(key.userId))
      }
      const { code, stdout } = await ideas(ROTATE, { env: both })
      expect([code, JSON.parse(stdout)]).to.deep.equal([
        0,
        { encrypted: MANY - half.length, left: 0, lost: 0 },
      ])
      for (const key of await storedKeys(database))
        expect(opened(key, master(fresh))).to.equal(plainOf(key.userId))
    })

    it('loses its database after a page, says so in one line, and is begun again', async () => {
      await storeKeys(database, MANY, master(old))
      const { neo4jUri } = testServers()
      const proxy = await startTcpProxy(neo4jUri)
      const pageIsWritten = proxy.arm({ on: 'SET k.sealed = key.sealed', lose: 'answer' })
      const running = ideas(ROTATE, { env: { ...both, NEO4J_URI: through(neo4jUri, proxy) } })
      await pageIsWritten
      await proxy.cut()
      const { code, stdout, stderr } = await running
      await proxy.close()
      expect([code, stdout]).to.deep.equal([1, ''])
      expect(stderr).to.match(/^ideas: the database does not answer: .+\n$/)
      expect((await ideas(ROTATE, { env: both })).code).to.equal(0)
      for (const key of await storedKeys(database))
        expect(opened(key, master(fresh))).to.equal(plainOf(key.userId))
    })

    for (const [way, env] of [
      ['with one key', { BYOK_MASTER_KEY: old }],
      ['with the same key twice', { BYOK_MASTER_KEY: old, BYOK_MASTER_KEY_PREVIOUS: old.toUpperCase() }],
    ] as const) {
      it(`has nothing to rotate ${way}, and says what is to be given`, async () => {
        await storeKeys(database, 3, master(old))
        const { code, stdout, stderr } = await ideas(ROTATE, { env })
        expect([code, stdout]).to.deep.equal([1, ''])
        expect(stderr).to.match(/^ideas: nothing to rotate: .*BYOK_MASTER_KEY_PREVIOUS.*\n$/)
        expect(stderr).not.to.include(old)
        for (const key of await storedKeys(database))
          expect(opened(key, master(old))).to.equal(plainOf(key.userId))
      })
    }

    it('tells how many keys are lost, as nobody has their master key, and encrypts the others', async () => {
      await storeKeys(database, 3, master(newMasterKey()), 'lost')
      await storeKeys(database, 2, master(old))
      const { code, stdout, stderr } = await ideas(ROTATE, { env: both })
      expect([code, JSON.parse(stdout)]).to.deep.equal([1, { encrypted: 2, left: 0, lost: 3 }])
      expect(stderr).to.match(/^ideas: 3 keys .*BYOK_MASTER_KEY_PREVIOUS.*\n$/)
    })

    it('passes by what was damaged, and tells that it is lost', async () => {
      await storeKeys(database, MANY, master(old))
      await database.query(
        'MATCH (k:ProviderKey) WHERE toInteger(split(k.userId, "-")[1]) % 3 = 0 SET k.userId = k.userId + "-else"',
      )
      const damaged = (await storedKeys(database)).filter(({ userId }) => userId.endsWith('else')).length
      const { code, stdout, stderr } = await ideas(ROTATE, { env: both })
      expect([code, JSON.parse(stdout)], stderr).to.deep.equal([
        1,
        { encrypted: MANY - damaged, left: 0, lost: damaged },
      ])
      expect(stderr).to.match(/^ideas: \d+ keys .+\n$/)
    })

    it('loses no key that is saved while it runs', async () => {
      await storeKeys(database, MANY, master(old))
      const service = await serviceWith(both)
      const late = await serviceWith({ BYOK_MASTER_KEY: old })
      const users = await Promise.all([1, 2, 3, 4].map(async () => service.createUser()))
      const stop = new AbortController()
      const kept = new Map<TestUser, string>()
      const saving = users.map(async (user, at) => {
        for (let turn = 0; !stop.signal.aborted; turn += 1) {
          const key = `sk-of-user-${at}-in-turn-${turn}`
          // Some by a process that does not know the new key yet.
          const client = turn % 2 === 0 ? service : late
          await save({ ...user, session: client.anonymous.with(user.session.headers) }, key)
          kept.set(user, key)
        }
      })
      const first = await ideas(ROTATE, { env: both }).finally(() => stop.abort())
      await Promise.all(saving)
      await late.close()
      expect(first.code === 0 || first.stderr.includes('run the command again'), first.stderr).to.equal(true)
      const last = await ideas(ROTATE, { env: both })
      expect(last.code, last.stderr).to.equal(0)
      for (const user of users) expect(await sentFor(user)).to.equal(kept.get(user))
      for (const key of await storedKeys(database)) opened(key, master(fresh))
      await service.close()
    })
  })

  describe('with the key file of the data folder', () => {
    it('changes the file, and a service beside it goes on without a restart', async () => {
      const DATA_DIR = folders.make()
      const file = path.join(DATA_DIR, 'byok-master-key')
      const service = await startService({ env: { ...providers.env, DATA_DIR } })
      const [before, during] = [await service.createUser(), await service.createUser()]
      await save(before, 'sk-from-before')
      const old = readFileSync(file, 'utf8')
      await storeKeys(database, MANY, master(old.trim()))
      const stop = new AbortController()
      let turn = 0
      const using = async () => {
        for (; !stop.signal.aborted; turn += 1) {
          expect(await sentFor(before)).to.equal('sk-from-before')
          await save(during, `sk-in-turn-${turn}`, 'provider_c')
        }
      }
      const used = using()
      const { code, stdout, stderr } = await ideas(ROTATE, { env: { DATA_DIR } }).finally(() => stop.abort())
      await used
      expect([code, stderr]).to.deep.equal([0, ''])
      expect(JSON.parse(stdout)).to.deep.include({ left: 0, lost: 0 })
      const fresh = readFileSync(file, 'utf8')
      expect(fresh)
        .to.match(/^[0-9a-f]{64}\n$/)
        .and.not.to.equal(old)
      expect(statSync(file).mode & 0o777).to.equal(0o600)
      expect(await sentFor(before)).to.equal('sk-from-before')
      expect(await sentFor(during, 'provider_c')).to.equal(`sk-in-turn-${turn - 1}`)
      for (const key of await storedKeys(database)) opened(key, master(fresh.trim()))
      await service.close()
    })

    it('leaves the file alone while another one is at it, and says so in one line', async () => {
      const DATA_DIR = folders.make()
      const [old] = await ownMasterKeys(DATA_DIR).all()
      await storeKeys(database, 2, old)
      const redis = new Redis(testServers().redisUrl)
      await redis.set('ideas:claim:rotate-master-key', 'another', 'PX', 60_000)
      const { code, stdout, stderr } = await ideas(ROTATE, { env: { DATA_DIR } })
      await redis.del('ideas:claim:rotate-master-key')
      redis.disconnect()
      expect([code, stdout]).to.deep.equal([1, ''])
      expect(stderr).to.match(/^ideas: another rotation is at the master keys: run the command again\n$/)
      expect((await ownMasterKeys(DATA_DIR).all()).map(({ id }) => id)).to.deep.equal([old.id])
    })

    it('loses no key where two are begun at once', async () => {
      const DATA_DIR = folders.make()
      const [old] = await ownMasterKeys(DATA_DIR).all()
      await storeKeys(database, MANY, old)
      const runs = await Promise.all([1, 2].map(async () => ideas(ROTATE, { env: { DATA_DIR } })))
      expect(
        runs.some(({ code }) => code === 0),
        JSON.stringify(runs),
      ).to.equal(true)
      const known = await ownMasterKeys(DATA_DIR).all()
      for (const key of await storedKeys(database)) {
        const opener = known.find(({ id }) => id === key.masterKeyId) ?? expect.fail('nobody can open it')
        expect(opened(key, opener)).to.equal(plainOf(key.userId))
      }
    })

    it('has both keys in the file while it is cut short, and goes on with the same', async () => {
      const DATA_DIR = folders.make()
      const file = path.join(DATA_DIR, 'byok-master-key')
      const [old] = await ownMasterKeys(DATA_DIR).all()
      await storeKeys(database, MANY, old)
      const { neo4jUri } = testServers()
      const proxy = await startTcpProxy(neo4jUri)
      const pageIsWritten = proxy.arm({ on: 'SET k.sealed = key.sealed', lose: 'answer' })
      const running = ideas(ROTATE, { env: { DATA_DIR, NEO4J_URI: through(neo4jUri, proxy) } })
      await pageIsWritten
      await proxy.cut()
      expect((await running).code).to.equal(1)
      await proxy.close()
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
      expect(lines).to.have.lengthOf(2)
      expect(statSync(file).mode & 0o777).to.equal(0o600)
      expect(lines.map((line) => master(line).id)[1]).to.equal(old.id)
      const { code, stderr } = await ideas(ROTATE, { env: { DATA_DIR } })
      expect([code, stderr]).to.deep.equal([0, ''])
      expect(readFileSync(file, 'utf8')).to.equal(`${lines[0]}\n`)
      for (const key of await storedKeys(database))
        expect(opened(key, master(lines[0] ?? ''))).to.equal(plainOf(key.userId))
    })

    it('reads the file as somebody wrote it, with other ends of lines and no last one', async () => {
      const DATA_DIR = folders.make()
      const [first, second] = [newMasterKey(), newMasterKey()]
      writeFileSync(path.join(DATA_DIR, 'byok-master-key'), `${first}\r\n\r\n${second}`)
      await storeKeys(database, 2, master(second))
      const { code, stdout } = await ideas(ROTATE, { env: { DATA_DIR } })
      expect([code, JSON.parse(stdout).encrypted]).to.deep.equal([0, 2])
      for (const key of await storedKeys(database)) opened(key, master(first))
    })
  })
})

async function save(user: TestUser, key: string, provider = 'provider_a'): Promise<void> {
  await storeProviderKey(user, provider, key)
}

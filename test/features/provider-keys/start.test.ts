import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { newMasterKey } from '../../../src/platform/auth/cipher.ts'
import { ideas } from '../../cli/run-cli.ts'
import { givenServers, npmStart, temporaryFolders } from '../../local/npm-start.ts'
import type { FakeProviders } from '../../support/fake-providers.ts'
import { storeProviderKey, givenProviders } from '../../support/given-providers.ts'
import { startService, testEnvironment } from '../../support/service.ts'
import { startServiceProcess, startWorkerProcess } from '../../support/service-process.ts'

const FILE = 'byok-master-key'
const REQUIRED = 'BYOK_MASTER_KEY is required in production (`openssl rand -hex 32` makes one)\n'
const SHAPE = 'must be 64 hexadecimal digits or 32 bytes in base64'

describe('The master key of provider keys at a start', () => {
  const folders = temporaryFolders()
  let providers: FakeProviders
  givenProviders((given) => (providers = given))
  after(() => folders.remove())

  for (const program of ['server', 'worker']) {
    const start = async (env: Readonly<Record<string, string>>) =>
      ended(program, { DATA_DIR: folders.make(), ...env })

    it(`is required of a ${program} in production, in one line`, async () => {
      const DATA_DIR = folders.make()
      const { code, stdout, stderr } = await start({ NODE_ENV: 'production', DATA_DIR })
      expect([code, stdout, stderr]).to.deep.equal([1, '', REQUIRED])
      expect(existsSync(path.join(DATA_DIR, FILE))).to.equal(false)
      expect((await start({ NODE_ENV: 'production', BYOK_MASTER_KEY: '' })).stderr).to.equal(REQUIRED)
    })

    it(`is refused by a ${program} when it can be none, in one line without the key`, async () => {
      const good = newMasterKey()
      for (const bad of [good.slice(1), `${good}00`, 'secret-passphrase', `${good.slice(2)}zz`]) {
        const { code, stderr } = await start({ BYOK_MASTER_KEY: bad })
        expect([code, stderr]).to.deep.equal([1, `BYOK_MASTER_KEY ${SHAPE}\n`])
      }
      const env = { BYOK_MASTER_KEY: good, BYOK_MASTER_KEY_PREVIOUS: good.slice(1) }
      expect((await start(env)).stderr).to.equal(`BYOK_MASTER_KEY_PREVIOUS ${SHAPE}\n`)
      const alone = await start({ BYOK_MASTER_KEY_PREVIOUS: good })
      expect([alone.code, alone.stderr]).to.deep.equal([
        1,
        'BYOK_MASTER_KEY_PREVIOUS needs BYOK_MASTER_KEY\n',
      ])
    })
  }

  it('is required of the command of operators, too, which ends', async () => {
    const { code, stdout, stderr } = await ideas(['admin', 'list-users'], {
      env: { NODE_ENV: 'production', DATA_DIR: folders.make() },
    })
    expect([code, stdout, stderr]).to.deep.equal([1, '', `ideas: ${REQUIRED}`])
  })

  it('lets service and worker run in production when it is given', async () => {
    const env = { NODE_ENV: 'production', BYOK_MASTER_KEY: newMasterKey() }
    for (const process of [await startServiceProcess(env), await startWorkerProcess(env)])
      await process.stop()
  })

  it('is refused by npm start in production before it brings up databases', async () => {
    const DATA_DIR = folders.make()
    const service = npmStart(DATA_DIR, { NODE_ENV: 'production', NEO4J_URI: '', REDIS_URL: '' })
    expect(await service.ended).to.equal(1)
    expect([service.output(), service.errors()]).to.deep.equal(['', REQUIRED])
    expect(existsSync(path.join(DATA_DIR, 'neo4j'))).to.equal(false)
  })

  it('is made by npm start for its owner only, and kept over restarts', async () => {
    const dataDir = folders.make()
    const file = path.join(dataDir, FILE)
    const contents = []
    for (let start = 0; start < 2; start += 1) {
      const service = npmStart(dataDir, givenServers())
      await service.says('is running')
      expect(statSync(file).mode & 0o777).to.equal(0o600)
      contents.push(readFileSync(file, 'utf8'))
      service.kill('SIGTERM')
      expect(await service.ended).to.equal(0)
      expect(service.output() + service.errors()).not.to.include(contents[0]?.trim())
    }
    expect(contents[0]).to.match(/^[0-9a-f]{64}\n$/)
    expect(contents[1]).to.equal(contents[0])
  })

  it('opens after a restart what was kept before it', async () => {
    const env = { ...providers.env, DATA_DIR: folders.make() }
    const first = await startService({ env })
    const user = await first.createUser()
    await storeProviderKey(user, 'provider_b', 'sk-over-a-restart')
    await first.close()
    const second = await startService({ env })
    const again = second.anonymous.with(user.session.headers)
    expect((await again.post('/user/byok/provider_b/test')).body.valid).to.equal(true)
    expect(providers.requests.at(-1)?.headers.authorization).to.equal('Bearer sk-over-a-restart')
    await second.close()
  })

  it('may be given as hexadecimal digits of either case, or as base64', async () => {
    const key = newMasterKey()
    const bytes = Buffer.from(key, 'hex')
    const first = await startService({ env: { ...providers.env, BYOK_MASTER_KEY: key } })
    const user = await first.createUser()
    await storeProviderKey(user, 'provider_b', 'sk-of-one-key')
    await first.close()
    for (const form of [key.toUpperCase(), bytes.toString('base64'), bytes.toString('base64url')]) {
      const service = await startService({ env: { ...providers.env, BYOK_MASTER_KEY: form } })
      const again = service.anonymous.with(user.session.headers)
      expect((await again.post('/user/byok/provider_b/test')).body, form).to.deep.include({ valid: true })
      await service.close()
    }
  })

  for (const [state, spoil, line] of [
    ['holds nonsense', writes('not a key: s3cret\n'), 'holds something that is no master key'],
    ['is empty', writes(''), 'is empty: it held the master key of provider keys'],
    ['cannot be read', (file: string) => mkdirSync(file), 'cannot be read (EISDIR)'],
  ] as const) {
    it(`stops the start in one line when its file ${state}`, async () => {
      const dataDir = folders.make()
      const file = path.join(dataDir, FILE)
      spoil(file)
      const service = await ended('server', { DATA_DIR: dataDir })
      expect([service.code, service.stdout, service.stderr]).to.deep.equal([1, '', `${file} ${line}\n`])
      const local = npmStart(dataDir, givenServers())
      expect([await local.ended, local.errors()]).to.deep.equal([1, `${file} ${line}\n`])
    })
  }
})

function writes(content: string) {
  return (file: string): void => writeFileSync(file, content)
}

/** Runs a program that does not get far. */
async function ended(program: string, env: Readonly<Record<string, string>>) {
  const file = path.join(import.meta.dirname, `../../../src/app/${program}.ts`)
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...testEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await exited, stdout, stderr }
}

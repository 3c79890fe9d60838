import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { createProviderKeys } from '../../../src/features/provider-keys/provider-keys.ts'
import { newMasterKey, seal } from '../../../src/platform/auth/cipher.ts'
import { givenMasterKeys, ownMasterKeys } from '../../../src/platform/auth/master-keys.ts'
import { OperatorError } from '../../../src/platform/operator-error.ts'
import type { Provider } from '../../../src/platform/llm/provider.ts'
import { Problem } from '../../../src/platform/problems.ts'
import { temporaryFolders } from '../../local/npm-start.ts'
import { master } from '../../features/provider-keys/stored-keys.ts'

const FILE = 'byok-master-key'

describe('The key file of the data folder', () => {
  const folders = temporaryFolders()
  after(() => folders.remove())

  it('is one and the same for all that ask for it at once while there is none', async () => {
    for (let round = 0; round < 20; round += 1) {
      const folder = path.join(folders.make(), 'not/there/yet')
      const all = await Promise.all(Array.from({ length: 8 }, async () => ownMasterKeys(folder).all()))
      expect(new Set(all.map(([first]) => first.id))).to.have.lengthOf(1)
      expect(readdirSync(folder)).to.deep.equal([FILE])
      expect(statSync(path.join(folder, FILE)).mode & 0o777).to.equal(0o600)
    }
  })

  it('holds two keys during a rotation, the new one first, and leaves no other files', async () => {
    const folder = folders.make()
    const keys = ownMasterKeys(folder)
    const [old] = await keys.all()
    await keys.begin()
    const during = await keys.all()
    expect(during.map(({ id }) => id)[1]).to.equal(old.id)
    await keys.begin()
    expect(await keys.all()).to.deep.equal(during)
    await keys.end(new Set([old.id]))
    expect(await keys.all()).to.deep.equal([during[0]])
    expect(readdirSync(folder)).to.deep.equal([FILE])
  })

  it('loses at the end of a rotation no key that another one has begun with meanwhile', async () => {
    const keys = ownMasterKeys(folders.make())
    const [old] = await keys.all()
    await keys.begin()
    const [fresh] = await keys.all()
    await keys.end(new Set([old.id]))
    await keys.begin()
    const during = await keys.all()
    await keys.end(new Set([old.id]))
    expect(await keys.all()).to.deep.equal(during)
    expect(during.map(({ id }) => id)).to.include(fresh.id)
  })

  it('counts a key that is there twice once', async () => {
    const folder = folders.make()
    const key = newMasterKey()
    writeFileSync(path.join(folder, FILE), `${key}\n${key}\n`)
    expect(await ownMasterKeys(folder).all()).to.have.lengthOf(1)
  })

  for (const [state, content, line] of [
    ['holds nonsense', 'secret-nonsense\n', /byok-master-key holds something that is no master key$/],
    ['is empty', '\n', /byok-master-key is empty: it held the master key of provider keys$/],
  ] as const) {
    it(`is told of in one line that shows nothing of it when it ${state}`, async () => {
      const folder = folders.make()
      writeFileSync(path.join(folder, FILE), content)
      const error = await ownMasterKeys(folder)
        .all()
        .catch((failure: unknown) => failure)
      expect(error).to.be.instanceOf(OperatorError)
      expect((error as Error).message)
        .to.match(line)
        .and.not.to.include('nonsense')
      expect(readFileSync(path.join(folder, FILE), 'utf8')).to.equal(content)
    })
  }

  it('is told of in one line when it cannot be read or written', async () => {
    const folder = folders.make()
    mkdirSync(path.join(folder, FILE))
    const unreadable = await ownMasterKeys(folder)
      .all()
      .catch((failure: unknown) => failure)
    expect(unreadable)
      .to.be.instanceOf(OperatorError)
      .and.have.property('message')
      .that.matches(/cannot be read \(EISDIR\)$/)
    const file = path.join(folders.make(), 'file')
    writeFileSync(file, '')
    const unwritable = await ownMasterKeys(path.join(file, 'below'))
      .all()
      .catch((failure: unknown) => failure)
    expect(unwritable).to.be.instanceOf(OperatorError)
    expect((unwritable as Error).message).to.match(/byok-master-key cannot be (?:read|written) \(ENOTDIR\)$/)
  })

  it('is not made where nobody may write', async function () {
    if (process.getuid?.() === 0) this.skip()
    const folder = folders.make()
    chmodSync(folder, 0o500)
    const error = await ownMasterKeys(folder)
      .all()
      .catch((failure: unknown) => failure)
    expect(error).to.be.instanceOf(OperatorError)
    expect((error as Error).message).to.match(/byok-master-key cannot be written \(EACCES\)$/)
  })
})

describe('A brought key', () => {
  const owner = { userId: 'u', provider: 'provider_a' } as const
  const provider = { name: 'provider_a' } as Provider
  const [old, fresh] = [master(newMasterKey()), master(newMasterKey())]
  const byokWith = (rows: readonly ReturnType<typeof seal>[]) => {
    const left = [...rows]
    const list = async () => [
      { provider: 'provider_a' as const, ...(left.shift() ?? expect.fail('asked again')) },
    ]
    const store = { list } as unknown as Parameters<typeof createProviderKeys>[0]['store']
    return createProviderKeys({
      store,
      masterKeys: givenMasterKeys([fresh]),
      providers: [provider],
      clock: Date.now,
    })
  }

  it('is opened, too, when a rotation ends between the looks at it and at the master keys', async () => {
    const byok = byokWith([seal('the key', owner, old), seal('the key', owner, fresh)])
    expect(await byok.keyOf('u')).to.deep.equal({ provider, key: 'the key' })
  })

  it('is lost, not another key or none, when its master key is not given', async () => {
    const sealed = seal('the key', owner, old)
    const error = await byokWith([sealed, sealed])
      .keyOf('u')
      .catch((failure: unknown) => failure)
    expect(error).to.be.instanceOf(Problem).and.have.property('code', 'provider_key_lost')
  })
})

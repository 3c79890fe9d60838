import { expect } from 'chai'
import fc from 'fast-check'
import { masterKeyOf, newMasterKey, seal, unseal, type MasterKey } from '../../../src/platform/auth/cipher.ts'

const made = (): MasterKey => masterKeyOf(newMasterKey()) ?? expect.fail('no key')
const owner = { userId: 'u1', provider: 'provider_a' }

describe('An encrypted key', () => {
  it('is opened by its master key for its owner, whatever it is, and never looks the same', () => {
    const master = made()
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const one = seal(text, owner, master)
        expect(unseal(one, owner, [made(), master])).to.equal(text)
        expect(seal(text, owner, master).sealed).not.to.equal(one.sealed)
        if (text.length > 8) expect(one.sealed).not.to.include(text)
      }),
    )
  })

  it('is not opened for another user or provider, by another key, or when a bit of it was changed', () => {
    const master = made()
    const one = seal('sk-secret', owner, master)
    for (const other of [
      { ...owner, userId: 'u2' },
      { ...owner, provider: 'provider_b' },
    ]) {
      expect(unseal(one, other, [master])).to.equal(undefined)
    }
    expect(unseal(one, owner, [made()])).to.equal(undefined)
    expect(unseal(one, owner, [{ ...made(), id: master.id }])).to.equal(undefined)
    for (const place of [1, 2, 3]) {
      const parts = one.sealed.split('.')
      const bytes = Buffer.from(parts[place] ?? '', 'base64url')
      bytes[0] = (bytes[0] ?? 0) ^ 1
      parts[place] = bytes.toString('base64url')
      const modified = { ...one, sealed: parts.join('.') }
      expect(unseal(modified, owner, [master]), `part ${place}`).to.equal(undefined)
    }
    expect(unseal({ ...one, sealed: one.sealed.replace('v1', 'v2') }, owner, [master])).to.equal(undefined)
    expect(unseal(one, owner, [master])).to.equal('sk-secret')
  })
})

describe('A master key', () => {
  it('is 64 hexadecimal digits or 32 bytes in base64, the same key either way', () => {
    const hex = newMasterKey()
    const base64 = Buffer.from(hex, 'hex').toString('base64')
    expect(masterKeyOf(base64)).to.deep.equal(masterKeyOf(hex))
    expect(masterKeyOf(hex.toUpperCase())).to.deep.equal(masterKeyOf(hex))
    for (const bad of ['', 'secret', hex.slice(1), `${hex}0`, base64.slice(4)]) {
      expect(masterKeyOf(bad), bad).to.equal(undefined)
    }
  })
})

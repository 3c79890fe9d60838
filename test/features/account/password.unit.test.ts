import { expect } from 'chai'
import { hashPassword, NOBODY, verifyPassword } from '../../../src/features/account/password.ts'

const costOf = (hash: string): string[] => hash.split('$').slice(0, 4)

describe('The hash of a password', () => {
  it('is of that password alone', async () => {
    const hash = await hashPassword('correct horse')
    expect(await verifyPassword('correct horse', hash)).to.equal(true)
    expect(await verifyPassword('correct house', hash)).to.equal(false)
    expect(await hashPassword('correct horse')).not.to.equal(hash)
  })

  it('costs as much as what stands in where there is none, which no password matches', async () => {
    const hash = await hashPassword('')
    expect(costOf(hash)).to.deep.equal(['', 'argon2id', 'v=19', 'm=19456,t=2,p=1'])
    expect(costOf(NOBODY)).to.deep.equal(costOf(hash))
    expect(await verifyPassword('', null)).to.equal(false)
  })
})

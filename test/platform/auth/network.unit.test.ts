import fc from 'fast-check'
import { expect } from 'chai'
import { networkOf } from '../../../src/platform/auth/network.ts'

const written = (parts: readonly number[]): string => parts.map((part) => part.toString(16)).join(':')

describe('Who is taken for one caller', () => {
  it('is an IPv4 address, however it is written', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 1, max: 65_535 }), (address, port) => {
        for (const written of [address, `::ffff:${address}`, `${address}:${port}`])
          expect(networkOf(written)).to.equal(address)
      }),
    )
  })

  it('is all of a /64 network of IPv6, and nothing beside it', () => {
    const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(groups, groups, (one, other) => {
        const neighbour = [...one.slice(0, 4), ...other.slice(4)]
        expect(networkOf(written(one))).to.equal(written(one.slice(0, 4)))
        expect(networkOf(written(neighbour))).to.equal(networkOf(written(one)))
      }),
    )
  })

  for (const [address, network] of [
    ['::1', '0:0:0:0'],
    ['2001:db8::7', '2001:db8:0:0'],
    ['2001:DB8:0:1::', '2001:db8:0:1'],
    ['[2001:db8::7]:443', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['unknown', 'unknown'],
    ['', ''],
  ] as const) {
    it(`is ${network || 'nothing'} for ${address || 'nothing'}`, () => {
      expect(networkOf(address)).to.equal(network)
    })
  }
})

import { expect } from 'chai'
import { z } from 'zod'
import { queriesIn, driverArguments } from '../../../src/platform/graph/query.ts'

const query = queriesIn('account')
const row = z.strictObject({ ideas: z.int() })

describe('a declared statement', () => {
  it('knows its file, its text and its parameters', () => {
    const declared = query('usage', { userId: z.string() }, row)
    expect(declared.file).to.equal('account/usage.cypher')
    expect(declared.text).to.include('{userId: $params.userId}')
  })

  it('is refused when it declares a parameter that the file does not use', () => {
    const shape = { userId: z.string(), limit: z.int() }
    expect(() => query('usage', shape, row)).to.throw(
      'cypher/account/usage.cypher: $limit is declared but not used',
    )
  })

  it('is refused when the file uses a parameter that it does not declare', () => {
    expect(() => query('usage', {}, row)).to.throw(
      'cypher/account/usage.cypher: $userId is used but not declared',
    )
  })

  it('is refused when there is no such file', () => {
    expect(() => query('none', {}, row)).to.throw('ENOENT')
  })

  it('is sent without its comments, and with its parameters in one map', () => {
    const [text, given] = driverArguments(query('by-email', { emailKey: z.string() }, row), { emailKey: 'a' })
    expect(text).not.to.include('//')
    expect(given).to.deep.equal({ params: { emailKey: 'a' } })
  })
})

import { expect } from 'chai'
import { z } from 'zod'
import { defineQuery, parametersOf } from '../../src/graph/query.ts'

const row = z.strictObject({ ideas: z.int() })

describe('a declared statement', () => {
  it('knows its file, its text and its parameters', () => {
    const query = defineQuery('account/usage.cypher', { userId: z.string() }, row)
    expect(query.file).to.equal('account/usage.cypher')
    expect(query.text).to.include('$userId')
  })

  it('is refused when it declares a parameter that the file does not use', () => {
    const shape = { userId: z.string(), limit: z.int() }
    expect(() => defineQuery('account/usage.cypher', shape, row)).to.throw(
      'cypher/account/usage.cypher: $limit is declared but not used',
    )
  })

  it('is refused when the file uses a parameter that it does not declare', () => {
    expect(() => defineQuery('account/usage.cypher', {}, row)).to.throw(
      'cypher/account/usage.cypher: $userId is used but not declared',
    )
  })

  it('is refused when there is no such file', () => {
    expect(() => defineQuery('account/none.cypher', {}, row)).to.throw('ENOENT')
  })

  it('has no parameters in comments', () => {
    expect(parametersOf('MATCH (n {id: $id}) // not $this\nRETURN $other')).to.have.keys(['id', 'other'])
  })
})

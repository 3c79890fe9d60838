import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { unexpectedSkips } from '../support/skips.ts'

const result = {
  file: 'a.test.ts',
  seconds: 1,
  passed: 1,
  failed: 0,
  skipped: ['A suite skips this', 'Another'],
}

describe('the list of skips', () => {
  it('allows what it names with a reason, and nothing else', () => {
    const list = '# comment\nA suite :: it needs something that is not everywhere\n'
    expect(unexpectedSkips([result], list)).to.deep.equal(['Another'])
    expect(() => unexpectedSkips([], 'A suite')).to.throw('reason')
  })

  it('of CI can be read', () => {
    const list = readFileSync(path.resolve(import.meta.dirname, '../../.ci/allowed-skips'), 'utf8')
    expect(unexpectedSkips([result], list)).to.deep.equal(result.skipped)
  })
})

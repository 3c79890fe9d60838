import { expect } from 'chai'
import { withoutStackTrace } from '../../../src/platform/graph/stack-trace.ts'

describe('A statement that starts without a stack trace', () => {
  it('leaves none in what is thrown meanwhile, and lets later errors have theirs', () => {
    expect(() => withoutStackTrace(refuse))
      .to.throw('refused')
      .with.property('stack', 'Error: refused')
    expect(new Error('later').stack).to.contain('stack-trace.unit.test.ts')
  })
})

function refuse(): never {
  throw new Error('refused')
}

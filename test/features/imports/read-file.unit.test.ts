import { expect } from 'chai'
import { readFile } from '../../../src/features/imports/read-file.ts'
import type { Spool } from '../../../src/features/imports/spool.ts'
import { Problem } from '../../../src/platform/problems.ts'

describe('A file that is imported', () => {
  it('whose client leaves before its end is no failure of the service', async () => {
    const error: unknown = await readFile({} as Spool, { form: 'lines', stream: abortedBody() }, 1).catch(
      (caught: unknown) => caught,
    )
    expect(error).to.be.an.instanceOf(Problem).and.to.include({ code: 'client_left' })
  })
})

async function* abortedBody(): AsyncGenerator<Buffer> {
  yield Buffer.from('{"title":')
  throw new Error('aborted')
}

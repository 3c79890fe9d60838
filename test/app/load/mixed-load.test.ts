import { expect } from 'chai'
import { modelFolder } from '../../platform/embeddings/model.ts'
import { givenEmptyDatabase } from '../../support/database.ts'
import { mixedLoad } from './mixed-load.ts'

const MINUTE_MS = 60_000
/** Fills the caches, and has V8 compile what runs often. */
const WARM_UP_MS = 3 * MINUTE_MS
const LOAD_MS = 10 * MINUTE_MS

describe('ten minutes of mixed load', () => {
  givenEmptyDatabase()

  it('leave no memory and no descriptor in use, and stay under 300 MB', async function () {
    this.timeout(20 * MINUTE_MS)
    const env = { EMBEDDINGS_DIR: modelFolder(this) }

    const { before, after, peakMb, answers } = await mixedLoad(env, { warmUpMs: WARM_UP_MS, loadMs: LOAD_MS })

    expect(Object.keys(answers)).to.include.members(['200', '201', '400', '401', '404', '409', '413', '499'])
    // Never 500; 503 is what a machine with too much other work answers.
    expect(Object.keys(answers).filter((answer) => answer.startsWith('500'))).to.deep.equal([])
    expect(after.heapMb, 'MB of heap').to.be.lessThan(before.heapMb * 1.05)
    expect(after.descriptors).to.be.at.most(before.descriptors)
    expect(peakMb, 'MB resident at most').to.be.within(30, 300)
  })
})

import { expect } from 'chai'
import { writeBigGraph } from '../../support/big-graph.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { AS_NPM_START, peakResidentMbDuring } from '../../support/resident-memory.ts'
import { newUser } from '../../support/service.ts'
import { startServiceProcess } from '../../support/service-process.ts'
import { download } from './download.ts'

const FILES = ['', '/csv', '/graph?format=gexf'].map((path) => `/user/export${path}`)

describe('the memory of the service', () => {
  let database: TestDatabase
  givenDatabase((given) => (database = given))

  it('grows by less than 60 MB while it exports 20,000 ideas', async () => {
    const [small, large] = [await newUser(), await newUser()]
    await writeBigGraph(database.driver, large.user_id, { ideas: 20_000, relations: 30_000 })
    const service = await startServiceProcess(AS_NPM_START)
    try {
      const exportAll = async (apiKey: string): Promise<number[]> => {
        const sizes: number[] = []
        for (const path of FILES) sizes.push(await download(service.url, apiKey, path))
        return sizes
      }
      const before = await peakResidentMbDuring(service.pid, () => exportAll(small.api_key))
      let sizes: number[] = []
      const peak = await peakResidentMbDuring(service.pid, async () => {
        sizes = await exportAll(large.api_key)
      })
      for (const bytes of sizes) expect(bytes).to.be.greaterThan(4_000_000)
      expect(before).to.be.greaterThan(30)
      expect(peak - before, `MB above ${before}`).to.be.lessThan(60)
    } finally {
      await service.stop()
    }
  })
})

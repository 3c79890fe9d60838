import { expect } from 'chai'
import { logLines } from '../../support/log-lines.ts'
import { startService } from '../../support/service.ts'

describe('X-Forwarded-For without TRUST_PROXY', () => {
  it('is warned of once', async () => {
    const { log, lines } = logLines()
    const service = await startService({ log })
    try {
      const warnings = () => lines.filter(({ msg }) => String(msg).includes('TRUST_PROXY'))
      await service.anonymous.get('/health')
      expect(warnings()).to.have.lengthOf(0)
      for (let time = 0; time < 3; time += 1)
        await service.anonymous.get('/health', { headers: { 'X-Forwarded-For': '192.0.2.1' } })
      expect(warnings()).to.have.lengthOf(1)
      expect(warnings()[0]).to.include({ level: 40 })
    } finally {
      await service.close()
    }
  })
})

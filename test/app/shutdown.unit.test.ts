import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { parse } from 'yaml'
import { SHUTDOWN } from '../../src/app/server.ts'

describe('docker-compose.yml', () => {
  it('gives the service the time that its shutdown may take', () => {
    const file = readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8')
    const { services } = parse(file) as { services: { service: { stop_grace_period: string } } }
    const { drainMs, finishMs, closeMs } = SHUTDOWN
    expect(Number(services.service.stop_grace_period.replace(/s$/, '')) * 1_000).to.be.above(
      drainMs + finishMs + closeMs,
    )
  })
})

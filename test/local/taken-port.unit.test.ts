import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { startNeo4jBy } from '../../src/local/neo4j.ts'
import { pickPort } from '../../src/local/ports.ts'

describe('A port that another program takes before Neo4j listens', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ideas-test-'))
  const other = createServer((socket) => socket.destroy())
  after(() => {
    other.close()
    rmSync(dataDir, { recursive: true })
  })

  it('has Neo4j started again on another one', async () => {
    const ports = { bolt: await pickPort(0), http: await pickPort(0), redis: 0 }
    const given: number[] = []
    const run = async ({ ports: { bolt } }: { ports: { bolt: number } }) => {
      given.push(bolt)
      if (given.length === 2) throw new Error('tried again')
      await new Promise<void>((resolve) => other.listen(bolt, '127.0.0.1', resolve))
      return { pid: 0, ended: Promise.resolve('code 1'), stop: async () => undefined }
    }
    const launch = { dataDir, ports, signal: new AbortController().signal }
    const error = await startNeo4jBy(run, launch, 'neo4j.log').catch(String)
    expect(error).to.equal('Error: tried again')
    expect(given[0]).to.equal(ports.bolt)
    expect(given[1]).not.to.equal(ports.bolt)
  })
})

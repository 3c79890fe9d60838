import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { pino } from 'pino'
import { createInsights } from '../../../src/features/insights/insights.ts'
import type { Actor } from '../../../src/platform/auth/actor.ts'
import { until } from '../../support/until.ts'

const MAP = '{"nodes":[],"edges":[]}'

describe('the process that computes insights', () => {
  let folder: string
  let version: string
  let lines: string[]
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'insights-'))
    version = 'first'
    lines = []
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** Insights computed by a program of these lines, which notes that it ran in a file. */
  const insightsBy = (program: string) => {
    const file = path.join(folder, 'program.mjs')
    writeFileSync(
      file,
      `import fs from 'node:fs'\nfs.appendFileSync(${JSON.stringify(`${file}.runs`)}, process.pid + '\\n')\n${program}`,
    )
    const maps = {
      version: async () => version,
      read: async () => ({ version, bytes: MAP.length, stream: Readable.from([MAP]) }),
    }
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    const insights = createInsights({ maps, log, entry: pathToFileURL(file) })
    const get = async (signal = new AbortController().signal) =>
      insights.get({ userId: 'u' } as Actor, signal)
    const runs = () =>
      // The file is there before its first line is.
      existsSync(`${file}.runs`) ? readFileSync(`${file}.runs`, 'utf8').split('\n').filter(Boolean) : []
    return { get, runs }
  }

  it('runs at most twice at once, however many accounts ask', async () => {
    const log = path.join(folder, 'log')
    const note = (what: string): string => `fs.appendFileSync(${JSON.stringify(log)}, '${what}\\n')`
    const { get } = insightsBy(
      `process.stdin.resume(); ${note('begun')}; setTimeout(() => { ${note('ended')}; process.stdout.write('{}') }, 600)`,
    )
    await Promise.all(Array.from({ length: 5 }, async () => get()))
    let [running, most] = [0, 0]
    for (const line of readFileSync(log, 'utf8').trim().split('\n')) {
      running += line === 'begun' ? 1 : -1
      most = Math.max(most, running)
    }
    expect([running, most]).to.deep.equal([0, 2])
  })

  it('runs once for a revision', async () => {
    const { get, runs } = insightsBy(`process.stdin.resume(); process.stdout.write('{"orphans":1}')`)
    expect(await get()).to.deep.equal({ revision: 'first', orphans: 1 })
    await get()
    expect(runs()).to.have.lengthOf(1)
    version = 'second'
    expect(await get()).to.deep.equal({ revision: 'second', orphans: 1 })
    expect(runs()).to.have.lengthOf(2)
  })

  it('makes the service unavailable when it fails, which is logged, and runs again at the next request', async () => {
    const { get, runs } = insightsBy(`throw new Error('broken')`)
    expect([await refusal(get()), await refusal(get())]).to.deep.equal([
      'service_unavailable',
      'service_unavailable',
    ])
    expect(runs()).to.have.lengthOf(2)
    expect(lines[0]).to.contain('the insights could not be computed').and.to.contain('Error: broken')
  })

  it('is killed when the client leaves', async () => {
    const { get, runs } = insightsBy(`setInterval(() => undefined, 1000)`)
    const leaving = new AbortController()
    const asked = refusal(get(leaving.signal))
    await until('the program runs', () => runs().length === 1)
    const [pid] = runs()
    leaving.abort()
    expect(await asked).to.equal('client_left')
    await until('it is gone', () => !isRunning(Number(pid)))
    expect(lines).to.deep.equal([])
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function refusal(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'none',
    (error: { code: string }) => error.code,
  )
}

import { Client } from './client.ts'

/** The most resident memory of a service process, in MB, while some work is done. */
export async function peakResidentMb(
  url: string,
  metricsToken: string,
  work: () => Promise<unknown>,
): Promise<number> {
  const seen: Promise<number>[] = []
  const look = (): void => {
    const now = residentMb(url, metricsToken)
    // What failed is told by the last line, and not before the work is done.
    now.catch(() => undefined)
    seen.push(now)
  }
  const timer = setInterval(look, 100)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  look()
  return Math.max(...(await Promise.all(seen)))
}

/** Resident memory of a service process in MB (10^6 bytes), as it tells Prometheus. */
async function residentMb(url: string, metricsToken: string): Promise<number> {
  const metrics = new Client(url, { Authorization: `Bearer ${metricsToken}` })
  const { body } = await metrics.get(`${url}/metrics`)
  const bytes = /^process_resident_memory_bytes (?<bytes>[\d.e+]+)$/m.exec(String(body))?.groups?.['bytes']
  if (bytes === undefined) throw new Error('the service does not tell its memory')
  return Number(bytes) / 1_000_000
}

/** Neither what tells coverage nor what makes tests faster counts in the memory of a service. */
export const AS_NPM_START = { NODE_V8_COVERAGE: '', NODE_DISABLE_COMPILE_CACHE: '1' } as const

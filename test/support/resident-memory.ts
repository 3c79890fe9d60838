import { Client } from './client.ts'

/** Resident memory of a service process in MB (10^6 bytes), as it tells Prometheus. */
export async function residentMb(url: string, metricsToken: string): Promise<number> {
  const metrics = new Client(url, { Authorization: `Bearer ${metricsToken}` })
  const { body } = await metrics.get(`${url}/metrics`)
  const bytes = /^process_resident_memory_bytes (?<bytes>[\d.e+]+)$/m.exec(String(body))?.groups?.['bytes']
  if (bytes === undefined) throw new Error('the service does not tell its memory')
  return Number(bytes) / 1_000_000
}

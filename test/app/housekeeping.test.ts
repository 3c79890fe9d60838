import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { receivedIn } from '../../src/platform/files/file-store.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'

describe('Housekeeping', () => {
  it('begins without waiting for its first interval, so that a service which is often started anew has it, too', async () => {
    const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'ideas-kept-'))
    const file = path.join(receivedIn(DATA_DIR), 'of a process that crashed')
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, 'half of it')
    await utimes(file, 0, 0)
    const service = await startService({ env: { DATA_DIR }, sweep: { firstMs: 1, everyMs: 3_600_000 } })
    try {
      await until('the file is removed', () => !existsSync(file))
    } finally {
      await service.close()
      await rm(DATA_DIR, { recursive: true })
    }
  })
})

import { existsSync } from 'node:fs'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { receivedIn } from '../../src/platform/files/file-store.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'

describe('Housekeeping', () => {
  it('begins without waiting for its first interval, so that a service which is often started anew has it, too', async () => {
    const service = await startService({ sweep: { firstMs: 500, everyMs: 3_600_000 } })
    try {
      const file = path.join(receivedIn(service.dataDir), 'of a process that crashed')
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, 'half of it')
      await utimes(file, 0, 0)
      await until('the file is removed', () => !existsSync(file))
    } finally {
      await service.close()
    }
  })
})

import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { expect } from 'chai'

const LOG = new URL('../../../src/platform/telemetry/log.ts', import.meta.url)
const script = (file?: string): string => `
import { createLog } from ${JSON.stringify(LOG.href)}
const log = createLog('info', ${JSON.stringify(file)})
log.info('first')
setTimeout(() => {
  log.info('second')
  console.error('goes on')
}, 100)`

describe('A log on a full disk', () => {
  before(function () {
    if (!existsSync('/dev/full')) this.skip()
  })

  for (const file of ['/dev/full', undefined])
    it(`stops neither the process nor its end, ${file ? 'as a file' : 'as standard output in a file'}`, () => {
      const full = openSync('/dev/full', 'w')
      const { stderr, status } = spawnSync(
        process.execPath,
        ['--input-type=module', '--eval', script(file)],
        { stdio: ['ignore', full, 'pipe'], encoding: 'utf8', timeout: 5_000 },
      )
      closeSync(full)
      expect({ stderr, status }).to.deep.equal({ stderr: 'goes on\n', status: 0 })
    })
})

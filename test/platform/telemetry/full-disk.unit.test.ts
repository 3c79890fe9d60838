import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect } from 'chai'

const LOG = new URL('../../../src/platform/telemetry/log.ts', import.meta.url)
const SCRIPT = `
import { createLog } from ${JSON.stringify(LOG.href)}
const log = createLog('info', '/dev/full')
log.info('first')
setTimeout(() => {
  log.info('second')
  console.log('goes on')
}, 100)`

describe('A log on a full disk', () => {
  it('stops neither the process nor its end', async function () {
    if (!existsSync('/dev/full')) return this.skip()
    const args = ['--input-type=module', '--eval', SCRIPT]
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 5_000 })
    expect(stdout).to.equal('goes on\n')
  })
})

import { expect } from 'chai'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startProcess, stopLeftover } from '../../src/local/child-process.ts'
import { runs, temporaryFolders } from './npm-start.ts'

describe('a server process', () => {
  const folders = temporaryFolders()
  after(() => folders.remove())

  const start = async (script: string) => {
    const folder = folders.make()
    const recordFile = path.join(folder, 'process.json')
    const server = await startProcess({
      command: process.execPath,
      args: ['-e', script],
      input: 'a secret',
      logFile: path.join(folder, 'log'),
      recordFile,
    })
    return { server, recordFile, log: () => readFileSync(path.join(folder, 'log'), 'utf8') }
  }

  it('reads its input, writes its log and tells how it ended', async () => {
    const { server, recordFile, log } = await start('process.stdin.pipe(process.stdout)')
    expect(await server.ended).to.equal('exit code 0')
    expect(log()).to.equal('a secret')
    expect(existsSync(recordFile)).to.equal(false)
  })

  it('is asked to end and waited for, however often it is stopped', async () => {
    const { server, recordFile } = await start('setInterval(() => {}, 1000)')
    await Promise.all([server.stop(), server.stop()])
    expect(runs(server.pid)).to.equal(false)
    expect(existsSync(recordFile)).to.equal(false)
    expect(await server.ended).to.equal('SIGTERM')
  })

  it('is stopped by the next start when this one could not', async () => {
    const { server, recordFile } = await start('setInterval(() => {}, 1000)')
    expect(await stopLeftover(recordFile)).to.equal(true)
    expect(runs(server.pid)).to.equal(false)
    expect(await stopLeftover(recordFile)).to.equal(false)
  })

  it('is left alone when only its pid is the recorded one', async () => {
    const { server, recordFile } = await start('setInterval(() => {}, 1000)')
    writeFileSync(recordFile, JSON.stringify({ pid: server.pid, identity: 'an earlier process' }))
    expect(await stopLeftover(recordFile)).to.equal(false)
    expect(runs(server.pid)).to.equal(true)
    await server.stop()
  })
})

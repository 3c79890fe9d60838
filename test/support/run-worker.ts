// Runs the test files that workers.ts sends, one after another with one shared service, and reports failures and results.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import Mocha from 'mocha'
import { z } from 'zod'
import { closeShared, openShared } from './hooks.ts'
import { exitWhenLeftOpen } from './open-handles.ts'
import { mochaHooks } from './rejections.ts'
import { totalOf, watchRun, type FileResult } from './results.ts'

const Request = z.object({ file: z.string() })
const settings = path.resolve(import.meta.dirname, '../../.mocharc.json')
const { timeout } = z.object({ timeout: z.number() }).parse(JSON.parse(readFileSync(settings, 'utf8')))

let running: Mocha.Runner | undefined
let isStopped = false

async function runFile(file: string): Promise<FileResult> {
  const nothing = { file, seconds: 0, passed: 0, failed: 0, skipped: [] }
  if (isStopped) return nothing
  const began = performance.now()
  let files = new Map<string, FileResult>()
  class Reporter extends Mocha.reporters.Base {
    constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
      super(runner, options)
      files = watchRun(runner, (text) => process.send?.({ text }))
    }
  }
  const mocha = new Mocha({ timeout, reporter: Reporter, forbidOnly: true, rootHooks: mochaHooks })
  mocha.addFile(file)
  await mocha.loadFilesAsync()
  await new Promise((resolve) => (running = mocha.run(resolve)))
  // Its listeners for uncaught errors; those of an ended run would throw them.
  running?.dispose()
  // Those of root hooks, too, which may have no file.
  const { failed } = totalOf([...files.values()])
  return { ...(files.get(file) ?? nothing), failed, seconds: (performance.now() - began) / 1000 }
}

process.on('SIGINT', () => {
  isStopped = true
  running?.abort()
})
process.on('message', (message) => {
  const { file } = Request.parse(message)
  runFile(file).then(
    (result) => process.send?.({ result }),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.once('disconnect', () => {
  exitWhenLeftOpen()
  void closeShared()
})
await openShared({ plans: true })
process.send?.({ ready: true })

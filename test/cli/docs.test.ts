import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { HEADINGS } from '../../src/features/develop/prompt.ts'
import { blocksOf } from '../docs/blocks.ts'
import type { FakeProviders } from '../support/fake-providers.ts'
import { givenProviders } from '../support/given-providers.ts'
import { startService, type TestService } from '../support/service.ts'
import { newCaller, PROGRAM, removeHomes } from './run-cli.ts'

const run = promisify(execFile)
const file = path.resolve(import.meta.dirname, '../../docs/cli.md')

const PASSWORD = 'a good new password'

/** Asks a person; test/cli/session.test.ts answers it on a terminal. */
const ELSEWHERE: ReadonlySet<string> = new Set(['ideas login\n'])

describe('docs/cli.md', function () {
  let providers: FakeProviders
  let service: TestService
  givenProviders((given) => (providers = given), HEADINGS.map((heading) => `## ${heading}\n`).join('\n'))
  before(async () => {
    service = await startService({ env: providers.env })
  })
  after(async () => {
    removeHomes()
    await service?.close()
  })

  it('has commands that all work, one after another', async () => {
    const { home, env, user } = await newCaller({ url: service.url })
    await user.session.post('/user/password', { new_password: PASSWORD })
    writeFileSync(path.join(home, 'key.txt'), user.api_key)
    writeFileSync(path.join(home, 'password.txt'), PASSWORD)
    writeFileSync(path.join(home, 'anthropic.txt'), 'sk-ant-of-nobody')
    mkdirSync(path.join(home, 'notes'))
    writeFileSync(path.join(home, 'notes/a.md'), 'See [[b]]')
    writeFileSync(path.join(home, 'notes/b.md'), 'That is all')
    const blocks = blocksOf(readFileSync(file, 'utf8')).filter(({ language }) => language === 'sh')
    const commands = blocks.map(({ text }) => text).filter((text) => !ELSEWHERE.has(text))
    expect(commands.length).to.be.above(5)
    const program = `ideas() { '${process.execPath}' '${PROGRAM}' "$@"; }`
    const script = `set -euo pipefail\n${program}\n${commands.join('')}`
    const { stdout, stderr } = await run('bash', ['-c', script], {
      cwd: home,
      env: { ...process.env, ...env, IDEAS_API_KEY: '', EDITOR: 'true', VISUAL: '' },
    })
    expect(stdout).to.include('Conflict-free storage').and.to.include('this year')
    expect(stderr).to.include('this year: put on 1 of 1 ideas').and.to.include('Would delete')
    expect(readFileSync(path.join(home, 'specification.md'), 'utf8')).to.include('## Open questions')
    expect((await user.api.get('/map')).body.edges).to.have.length(1)
  })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { newUser } from '../support/service.ts'
import type { Run } from './in-process.ts'
import { freshEmail, ideas } from './run-cli.ts'

/** One clear line, nothing on standard output, exit code 1. */
function expectRefusal({ code, stdout, stderr }: Run, message: RegExp): void {
  expect([code, stdout], stderr).to.deep.equal([1, ''])
  expect(stderr.trimEnd().split('\n')).to.have.length(1)
  expect(stderr).to.match(message)
  expect(stderr).not.to.match(/\bat .*:\d+:\d+|undefined|\[object/)
}

const create = async (...args: string[]): Promise<Run> => ideas(['admin', 'create-user', ...args])

describe('ideas admin refuses with one clear line', () => {
  it('an e-mail address that is none', async () => {
    expectRefusal(await create('--email', 'a@b@c', '--plan', 'pro'), /email must be an e-mail address/)
  })

  it('an e-mail address that is taken, also in another case', async () => {
    const { email } = await newUser()
    expectRefusal(await create('--email', email.toUpperCase(), '--plan', 'pro'), /there is a user .* already/)
  })

  it('a plan that is none, and a missing option', async () => {
    const [created, missing, set] = await Promise.all([
      create('--email', freshEmail(), '--plan', 'gold'),
      create('--email', freshEmail()),
      ideas(['admin', 'set-plan', 'x', 'gold']),
    ])
    expectRefusal(created, /plan.*gold.*free, pro/)
    expectRefusal(missing, /--plan/)
    expectRefusal(set, /plan must be free or pro, not gold/)
  })

  it('a password that is short or missing', async () => {
    const args = ['admin', 'create-user', '--email', freshEmail(), '--plan', 'pro', '--password-stdin']
    const [short, none] = await Promise.all([ideas(args, { input: 'short\n' }), ideas(args)])
    expectRefusal(short, /password must have at least 8 characters/)
    expectRefusal(none, /standard input is empty/)
  })

  it('a user that does not exist', async () => {
    const [set, deleted] = await Promise.all([
      ideas(['admin', 'set-plan', 'nobody@example.org', 'pro']),
      ideas(['admin', 'delete-user', 'nobody@example.org', '--yes']),
    ])
    for (const run of [set, deleted]) expectRefusal(run, /there is no user nobody@example\.org/)
  })

  it('to delete without --yes where nobody can be asked', async () => {
    const user = await newUser()
    expectRefusal(await ideas(['admin', 'delete-user', user.email]), /--yes/)
    expect((await user.api.get('/ideas')).status).to.equal(200)
  })

  it('to work without a database, and with one that does not answer', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ideas-cli-'))
    const [none, away] = await Promise.all([
      ideas(['admin', 'list-users'], { env: { NEO4J_URI: '', REDIS_URL: '', DATA_DIR: folder } }),
      ideas(['admin', 'list-users'], { env: { NEO4J_URI: 'bolt://127.0.0.1:1' } }),
    ])
    await rm(folder, { recursive: true })
    expectRefusal(none, /no database: set NEO4J_URI and REDIS_URL/)
    expectRefusal(away, /the database does not answer/)
  })

  it('a variable that cannot be read', async () => {
    expectRefusal(
      await ideas(['admin', 'list-users'], { env: { NEO4J_URI: 'nowhere' } }),
      /NEO4J_URI must be/,
    )
  })
})

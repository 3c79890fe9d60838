import { expect } from 'chai'
import { sharedService } from '../support/service.ts'
import { PASSWORD } from '../support/sign-in.ts'
import { newCaller, removeHomes, type Caller } from './run-cli.ts'
import { onTerminal } from './terminal.ts'

const UNKNOWN = '2f7b1c1e-6f0e-4c37-9d7e-3b0a6f0c2f11'

describe('ideas mcp-tokens', () => {
  let caller: Caller
  beforeEach(async () => {
    caller = await newCaller()
    await caller.user.session.post('/user/password', { new_password: PASSWORD })
  })
  after(removeHomes)

  const withPassword = async (...args: readonly string[]) =>
    caller.run(['mcp-tokens', ...args, '--password-stdin'], { input: `${PASSWORD}\n` })
  const listed = async () => (await caller.user.api.get('/user/mcp-tokens')).body

  it('create prints the token alone on standard output, once, and it works', async () => {
    const { code, stdout, stderr } = await withPassword('create', '--label', 'Assistant')
    expect(code, stderr).to.equal(0)
    expect(stdout).to.match(/^mcp_[0-9a-f]{64}\n$/)
    const [token] = await listed()
    expect(token).to.deep.include({
      label: 'Assistant',
      scopes: ['ideas:read', 'ideas:write'],
      expires_at: null,
    })
    expect(stderr).to.equal(`This is the only time that token ${token.id} is shown.\n`)
    expect(await statusOf(stdout.trim())).to.equal(200)
    expect((await caller.user.session.get('/user/sessions')).body).to.have.lengthOf(1)
  })

  it('create takes scopes and an end, and prints with --json what the API answers', async () => {
    const end = '2099-01-01T00:00:00.000Z'
    const { stdout } = await withPassword('create', '--scope', 'ideas:read', '--expires', end, '--json')
    const made = JSON.parse(stdout)
    expect(made).to.deep.include({ label: null, scopes: ['ideas:read'], expires_at: end })
    expect(made.key).to.match(/^mcp_/)
    const key = ['keys', 'create', '--label', 'Bot', '--password-stdin', '--json']
    expect(JSON.parse((await caller.run(key, { input: `${PASSWORD}\n` })).stdout).label).to.equal('Bot')
  })

  it('create asks on a terminal for the password without showing it', async () => {
    const { code, screen } = await onTerminal(['mcp-tokens', 'create'], caller.env, {
      answers: [[`Password of ${caller.user.email}: `, `${PASSWORD}\r`]],
    })
    expect(code, screen).to.equal(0)
    expect(screen)
      .to.match(/mcp_[0-9a-f]{64}/)
      .and.not.to.include(PASSWORD)
  })

  it('lists tokens masked, with their last use', async () => {
    const none = await caller.run(['mcp-tokens'])
    expect([none.code, none.stdout, none.stderr]).to.deep.equal([0, '', 'No tokens.\n'])
    const { body } = await caller.user.session.post('/user/mcp-tokens', { label: 'Assistant' })
    const { code, stdout } = await caller.run(['mcp-tokens'])
    const [header, row, ...others] = stdout.trimEnd().split('\n')
    expect([code, others]).to.deep.equal([0, []])
    expect(header).to.match(/^ID +LABEL +TOKEN +SCOPES +CREATED +EXPIRES +LAST USED$/)
    expect(row).to.match(/Assistant +mcp_\w{4}…\w{4} +ideas:read ideas:write .*never +never$/)
    expect(stdout).not.to.include(body.key)
    expect(await caller.json(['mcp-tokens'])).to.deep.equal(await listed())
  })

  it('rm revokes a token at once, after a question on a terminal', async () => {
    const { body } = await caller.user.session.post('/user/mcp-tokens', {})
    const question = `Revoke token ${body.id}? The assistant that uses it loses access at once. [y/N] `
    const args = ['mcp-tokens', 'rm', body.id]
    const kept = await onTerminal(args, caller.env, { answers: [[question, 'n\r']] })
    expect([kept.code, await statusOf(body.key)]).to.deep.equal([1, 200])
    const gone = await onTerminal(args, caller.env, {
      answers: [
        [question, 'y\r'],
        [`Password of ${caller.user.email}: `, `${PASSWORD}\r`],
      ],
    })
    expect([gone.code, await statusOf(body.key)], gone.screen).to.deep.equal([0, 401])
    expect(gone.screen).to.include(`Revoked token ${body.id}`).and.not.to.include(PASSWORD)
  })

  it('rm asks nothing with --yes, and wants it where nobody can be asked', async () => {
    const { body } = await caller.user.session.post('/user/mcp-tokens', {})
    const refused = await withPassword('rm', body.id)
    expect([refused.code, refused.stderr]).to.deep.equal([1, 'ideas: nobody can be asked here: say --yes\n'])
    const { code, stderr } = await withPassword('rm', body.id, '--yes')
    expect([code, stderr]).to.deep.equal([0, `Revoked token ${body.id}\n`])
    expect(await listed()).to.deep.equal([])
  })

  it('ends with the exit code of what went wrong, in one line', async () => {
    const wrong = { input: 'wrong password\n' }
    for (const [args, options, code, line] of [
      [['rm', UNKNOWN, '--yes', '--password-stdin'], { input: `${PASSWORD}\n` }, 4, /MCP token not found/],
      [['rm', UNKNOWN, '--yes', '--password-stdin'], wrong, 3, /the password is wrong/],
      [['rm', UNKNOWN, '--yes'], {}, 2, /give the password .*--password-stdin/],
      [['create', '--password-stdin'], wrong, 3, /the password is wrong/],
      [['create'], {}, 2, /give the password .*--password-stdin/],
      [['create', '--scope', 'everything'], {}, 2, /everything/],
      [
        ['create', '--expires', '2001-01-01T00:00:00Z', '--password-stdin'],
        { input: `${PASSWORD}\n` },
        1,
        /expires_at/,
      ],
      [
        ['create', '--expires', 'soon', '--password-stdin'],
        { input: `${PASSWORD}\n` },
        1,
        /expires_at must be an ISO 8601 timestamp/,
      ],
    ] as const) {
      const run = await caller.run(['mcp-tokens', ...args], options)
      expect([run.code, run.stdout], `${args.join(' ')}: ${run.stderr}`).to.deep.equal([code, ''])
      expect(run.stderr)
        .to.match(/^ideas: .+\n$/)
        .and.to.match(line)
    }
    expect(await listed()).to.deep.equal([])
  })
})

/** How the service answers a token. */
async function statusOf(token: string): Promise<number> {
  const { anonymous } = await sharedService()
  return (await anonymous.with({ Authorization: `Bearer ${token}` }).get('/ideas')).status
}

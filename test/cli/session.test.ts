import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rootCertificates } from 'node:tls'
import { expect } from 'chai'
import { WRONG_KEY } from '../support/factories.ts'
import { sharedService, type TestUser } from '../support/service.ts'
import { PASSWORD } from '../support/sign-in.ts'
import { certificateOf, ideas, newCaller, newHome, removeHomes } from './run-cli.ts'
import { onTerminal } from './terminal.ts'

describe('ideas login', () => {
  let user: TestUser
  let url: string
  let home: string
  let env: Readonly<Record<string, string>>
  let config: string
  let certificate: string
  after(removeHomes)
  beforeEach(async () => {
    const service = await sharedService()
    user = await service.createUser()
    ;({ url } = service)
    ;({ home, env } = newHome())
    config = path.join(home, 'config/idea-repository/config.json')
    certificate = path.join(home, 'ca.pem')
    writeFileSync(certificate, await certificateOf(url))
  })
  const login = async (key: string, ...more: string[]) =>
    ideas(['login', '--url', url, '--ca-cert', certificate, '--key-stdin', ...more], {
      env,
      input: `${key}\n`,
    })

  it('keeps address, key and certificate for the user alone, and later commands need nothing else', async () => {
    const { code, stdout, stderr } = await login(user.api_key)
    expect([code, stdout]).to.deep.equal([0, ''])
    expect(stderr).to.include(user.email).and.to.include(config)
    expect(stderr).not.to.include(user.api_key)
    expect(statSync(config).mode & 0o777).to.equal(0o600)
    expect(statSync(path.dirname(config)).mode & 0o777).to.equal(0o700)
    expect(JSON.parse(readFileSync(config, 'utf8'))).to.deep.equal({
      url,
      api_key: user.api_key,
      ca_cert: readFileSync(certificate, 'utf8'),
    })
    const me = await ideas(['whoami', '--json'], { env })
    expect(JSON.parse(me.stdout).email).to.equal(user.email)
  })

  it('asks for the key on a terminal without showing it', async () => {
    const { code, screen } = await onTerminal(['login', '--url', url, '--ca-cert', certificate], env, {
      answers: [[`API key for ${url}: `, `x\u007f${user.api_key}\r`]],
    })
    expect(code, screen).to.equal(0)
    expect(screen).to.include(`as ${user.email}`).and.not.to.include(user.api_key.slice(0, 12))
    expect(JSON.parse(readFileSync(config, 'utf8')).api_key).to.equal(user.api_key)
  })

  it('keeps nothing when Ctrl-C is pressed', async () => {
    const { code } = await onTerminal(['login', '--url', url], env, { answers: [['API key', 'svc_\u0003']] })
    expect(code).to.equal(130)
    expect(existsSync(config)).to.equal(false)
  })

  it('refuses a key that the service does not know, and keeps the former one', async () => {
    await login(user.api_key)
    const { code, stderr } = await login(WRONG_KEY)
    expect([code, stderr]).to.deep.equal([3, `ideas: ${url} refuses this key; nothing was kept\n`])
    expect(JSON.parse(readFileSync(config, 'utf8')).api_key).to.equal(user.api_key)
  })

  it('trusts nobody else’s certificate', async () => {
    const { code, stderr } = await ideas(['login', '--url', url, '--key-stdin'], { env, input: user.api_key })
    expect(code).to.equal(6)
    expect(stderr).to.match(/^ideas: .*certificate that is not trusted.*--ca-cert FILE\n$/)
    expect(existsSync(config)).to.equal(false)
  })

  it('finds the address and the certificate of a service that npm start runs here', async () => {
    const data = path.join(home, 'data')
    mkdirSync(path.join(data, 'tls'), { recursive: true })
    writeFileSync(path.join(data, 'tls/cert.pem'), readFileSync(certificate))
    const neo4j = { uri: 'bolt://x', user: 'x', password: 'x', database: 'x' }
    writeFileSync(
      path.join(data, 'instance.json'),
      JSON.stringify({ pid: 1, url, neo4j, redis: { url: 'x' } }),
    )
    const { code, stderr } = await ideas(['login', '--key-stdin'], { env, input: user.api_key })
    expect([code, stderr]).to.deep.equal([0, stderr])
    const kept = JSON.parse(readFileSync(config, 'utf8'))
    expect(kept.url).to.equal(url)
    // The service has a new certificate since.
    writeFileSync(config, JSON.stringify({ ...kept, ca_cert: rootCertificates[0] }))
    expect((await ideas(['whoami'], { env })).code).to.equal(0)
    // It has one that its operator gave it; its own one stays in the folder.
    writeFileSync(config, JSON.stringify({ ...kept, ca_cert: readFileSync(certificate, 'utf8') }))
    writeFileSync(path.join(data, 'tls/cert.pem'), rootCertificates[0] ?? '')
    expect((await ideas(['whoami'], { env })).code).to.equal(0)
  })

  for (const [what, args, message] of [
    ['a key as an argument', ['login', 'svc_1'], /too many arguments/],
    ['plain HTTP', ['login', '--url', 'http://localhost:1', '--key-stdin'], /must start with https/],
    ['no terminal and no --key-stdin', ['login'], /--key-stdin/],
    ['empty standard input', ['login', '--key-stdin'], /standard input is empty/],
  ] as const) {
    it(`refuses ${what} with exit code 2`, async () => {
      const { code, stdout, stderr } = await ideas(args, { env })
      expect([code, stdout]).to.deep.equal([2, ''])
      expect(stderr)
        .to.match(message)
        .and.to.match(/^ideas: .*\n$/)
    })
  }

  it('is told of a certificate file that is none', async () => {
    writeFileSync(certificate, 'nothing')
    expect((await login(user.api_key)).stderr).to.match(/ca\.pem holds no certificate/)
    chmodSync(certificate, 0o600)
  })

  it('is undone by ideas logout', async () => {
    await login(user.api_key)
    expect((await ideas(['logout'], { env })).code).to.equal(0)
    expect(existsSync(config)).to.equal(false)
    const { code, stderr } = await ideas(['list'], { env })
    expect(code).to.equal(3)
    expect(stderr).to.match(/^ideas: not signed in to .*: run `ideas login`, or set IDEAS_API_KEY\n$/)
    expect((await ideas(['logout'], { env })).code).to.equal(0)
  })

  it('goes after the environment; a kept key is never shown to another address', async () => {
    await login(user.api_key)
    const other = await newCaller()
    const me = await ideas(['whoami', '--json'], { env: { ...env, IDEAS_API_KEY: other.user.api_key } })
    expect(JSON.parse(me.stdout).email).to.equal(other.user.email)
    const elsewhere = await ideas(['whoami'], { env: { ...env, IDEAS_URL: 'https://localhost:1' } })
    expect([elsewhere.code, elsewhere.stderr]).to.deep.equal([
      3,
      'ideas: not signed in to https://localhost:1: run `ideas login`, or set IDEAS_API_KEY\n',
    ])
  })

  it('is told of a damaged file, and repairs it', async () => {
    await login(user.api_key)
    for (const damaged of ['{', '{"url": "foo", "api_key": "x"}']) {
      writeFileSync(config, damaged)
      expect((await ideas(['list'], { env })).stderr).to.match(/config\.json: is damaged/)
      expect((await login(user.api_key)).code).to.equal(0)
      expect((await ideas(['list'], { env })).code).to.equal(0)
    }
  })
})

describe('ideas whoami and keys', () => {
  after(removeHomes)

  it('show the account, its quota and its keys, masked', async () => {
    const { run, json, user } = await newCaller({ plan: 'free' })
    const { stdout } = await run(['whoami'])
    expect(stdout)
      .to.match(/account\s+user-/)
      .and.to.match(/plan\s+free/)
      .and.to.match(/ideas\s+0 of 100/)
    const keys = await run(['keys'])
    expect(keys.stdout)
      .to.match(/^ID\s+LABEL\s+KEY\s+SCOPES/)
      .and.to.include('svc_')
      .and.to.include('…')
    expect(keys.stdout).not.to.include(user.api_key)
    expect(await json(['keys'])).to.have.length(1)
  })

  it('make and revoke other keys by the password of the account, and leave no session behind', async () => {
    const { run, json, user, env } = await newCaller()
    await user.session.post('/user/password', { new_password: PASSWORD })
    const input = `${PASSWORD}\n`
    const made = await run(
      ['keys', 'create', '--label', 'Bot', '--scope', 'ideas:read', '--password-stdin'],
      { input },
    )
    expect([made.code, made.stdout], made.stderr).to.satisfy(
      ([code, key]: [number, string]) => code === 0 && /^svc_[0-9a-f]{64}\n$/.test(key),
    )
    const bot = (await json(['keys'])).find(({ label }: { label: string }) => label === 'Bot')
    expect(bot.scopes).to.deep.equal(['ideas:read'])
    const seen = await onTerminal(['keys', 'rm', bot.id, '--yes'], env, {
      answers: [[`Password of ${user.email}: `, `${PASSWORD}\r`]],
    })
    expect(seen.code, seen.screen).to.equal(0)
    expect(seen.screen).to.include(`Revoked key ${bot.id}`).and.not.to.include(PASSWORD)
    expect(await json(['keys'])).to.have.length(1)
    expect((await user.session.get('/user/sessions')).body).to.have.length(1)
  })

  it('make no key without the password, and say so in one line', async () => {
    const { run } = await newCaller()
    const create = ['keys', 'create']
    const wrong = await run([...create, '--password-stdin'], { input: `${PASSWORD}\n` })
    expect([wrong.code, wrong.stderr]).to.deep.equal([
      3,
      'ideas: the password is wrong, or the account has none\n',
    ])
    expect((await run(create)).stderr).to.match(
      /^ideas: nobody can be asked here: give the password of the account on standard input, with --password-stdin\n$/,
    )
    expect((await run([...create, '--scope', 'everything'])).code).to.equal(2)
  })

  it('revoke the key itself without a password', async () => {
    const { run, json } = await newCaller()
    const [own] = await json(['keys'])
    expect((await run(['keys', 'rm', own.id])).stderr).to.match(/--yes/)
    expect((await run(['keys', 'rm', own.id, '--yes'])).code).to.equal(0)
    expect((await run(['whoami'])).code).to.equal(3)
  })
})

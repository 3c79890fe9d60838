import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { newMasterKey } from '../../src/platform/auth/cipher.ts'
import type { FakeProviders } from '../support/fake-providers.ts'
import { keyIn } from '../support/provider-answers.ts'
import { givenProviders } from '../support/given-providers.ts'
import { startService, type TestService } from '../support/service.ts'
import { PASSWORD } from '../support/sign-in.ts'
import { newCaller, PROGRAM, removeHomes, type Caller } from './run-cli.ts'
import { onTerminal } from './terminal.ts'

const SECRET = 'sk-on-the-command-line-0123456789'

describe('ideas byok', () => {
  let providers: FakeProviders
  let service: TestService
  let caller: Caller
  givenProviders((given) => (providers = given))
  before(async () => {
    service = await startService({ env: { ...providers.env, BYOK_MASTER_KEY: newMasterKey() } })
  })
  beforeEach(async () => {
    caller = await newCaller({ url: service.url })
    await caller.user.session.post('/user/password', { new_password: PASSWORD })
  })
  after(async () => {
    await service?.close()
    removeHomes()
  })

  const withPassword = async (...args: readonly string[]) =>
    caller.run(['byok', ...args, '--password-stdin'], { input: `${PASSWORD}\n` })
  const session = () => service.anonymous.with(caller.user.session.headers)
  const bring = async (provider: string, api_key = SECRET) =>
    session().send('PUT', `/user/byok/${provider}`, { api_key })
  /** The key that the service has, by what it sends. */
  const keptKey = async (provider: string): Promise<string> => {
    await session().post(`/user/byok/${provider}/test`)
    return keyIn(providers.requests.at(-1) ?? expect.fail('not asked'))
  }

  it('lists for which providers there are keys, and prints with --json what the API answers', async () => {
    await bring('provider_b')
    const { code, stdout, stderr } = await caller.run(['byok'])
    expect([code, stderr]).to.deep.equal([0, ''])
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    ).to.deep.equal([
      ['PROVIDER', 'NAME', 'KEY'],
      ['provider_a', 'Anthropic', 'no'],
      ['provider_b', 'OpenAI', 'yes'],
      ['provider_c', 'Google Gemini', 'no'],
    ])
    const { body } = await caller.user.api.get('/user/byok/status')
    expect(await caller.json(['byok'])).to.deep.equal(body)
  })

  it('set reads the key and then the password from standard input', async () => {
    const { code, stdout, stderr } = await caller.run(
      ['byok', 'set', 'provider_c', '--key-stdin', '--password-stdin'],
      { input: `${SECRET}\r\n${PASSWORD}\n` },
    )
    expect([code, stdout, stderr]).to.deep.equal([0, '', 'Kept your key for Google Gemini\n'])
    expect(await keptKey('provider_c')).to.equal(SECRET)
    expect((await caller.user.session.get('/user/sessions')).body).to.have.lengthOf(1)
  })

  it('set reads the key from a file, and replaces the former one', async () => {
    await bring('provider_a', 'sk-former')
    const file = path.join(caller.home, 'key.txt')
    writeFileSync(file, `${SECRET}\n`)
    const { code, stderr } = await withPassword('set', 'provider_a', '--key-file', file)
    expect([code, stderr]).to.deep.equal([0, 'Kept your key for Anthropic\n'])
    expect(await keptKey('provider_a')).to.equal(SECRET)
    const missing = await withPassword('set', 'provider_a', '--key-file', 'nowhere')
    expect([missing.code, missing.stderr]).to.deep.equal([1, 'ideas: nowhere cannot be read (ENOENT)\n'])
  })

  it('set asks on a terminal for both, and shows neither', async () => {
    const { code, screen } = await onTerminal(['byok', 'set', 'provider_b'], caller.env, {
      answers: [
        ['Key for OpenAI: ', `${SECRET}\r`],
        [`Password of ${caller.user.email}: `, `${PASSWORD}\r`],
      ],
    })
    expect(code, screen).to.equal(0)
    expect(screen).to.include('Kept your key for OpenAI')
    expect(screen).not.to.include(SECRET.slice(0, 12)).and.not.to.include(PASSWORD)
    expect(await keptKey('provider_b')).to.equal(SECRET)
  })

  it('set ends when it has what it needs, though its standard input stays open', async () => {
    const args = ['byok', 'set', 'provider_a', '--key-stdin', '--password-stdin']
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      env: { ...process.env, ...caller.env },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    child.stdin.write(`${SECRET}\n${PASSWORD}\n`)
    expect((await once(child, 'exit'))[0]).to.equal(0)
    child.stdin.destroy()
    expect(await keptKey('provider_a')).to.equal(SECRET)
  })

  it('set keeps nothing when Ctrl-C is pressed', async () => {
    const { code } = await onTerminal(['byok', 'set', 'provider_b'], caller.env, {
      answers: [['Key for OpenAI: ', 'sk-\u0003']],
    })
    expect(code).to.equal(130)
    expect((await caller.json(['byok'])).provider_b).to.equal(false)
  })

  it('set takes no key as an argument, and never repeats one', async () => {
    for (const [args, input] of [
      [['set', 'provider_a', SECRET, '--password-stdin'], `${PASSWORD}\n`],
      [['set', 'provider_a', '--key', SECRET], ''],
      [['set', 'openai', '--key-stdin'], `${SECRET}\n`],
    ] as const) {
      const { code, stdout, stderr } = await caller.run(['byok', ...args], { input })
      expect([code, stdout], args.join(' ')).to.deep.equal([2, ''])
      expect(stderr).to.match(/^ideas: .+\n$/)
      expect(stderr).not.to.include(SECRET.slice(0, 12))
    }
    const help = await caller.run(['byok', 'set', '--help'])
    expect(help.stdout).to.include('byok set [options] <provider>').and.include('--key-stdin')
  })

  it('set tells in one line what is missing or wrong', async () => {
    const both = ['set', 'provider_a', '--key-stdin', '--password-stdin']
    for (const [args, input, code, line] of [
      [['set', 'provider_a'], '', 2, /nobody can be asked here: give the key .*--key-stdin/],
      [['set', 'provider_a', '--key-stdin'], `${SECRET}\n`, 2, /give the password .*--password-stdin/],
      [both, '', 2, /--key-stdin: standard input is empty/],
      [both, `${SECRET}\n`, 2, /--password-stdin: standard input is empty/],
      [both, `${SECRET}\nwrong password\n`, 3, /the password is wrong, or the account has none/],
      [both, `two words\n${PASSWORD}\n`, 1, /api_key must be ASCII characters without spaces/],
    ] as const) {
      const run = await caller.run(['byok', ...args], { input })
      expect([run.code, run.stdout], run.stderr).to.deep.equal([code, ''])
      expect(run.stderr)
        .to.match(/^ideas: .+\n$/)
        .and.to.match(line)
      expect(run.stderr).not.to.include(SECRET.slice(0, 12))
    }
    expect((await caller.json(['byok'])).provider_a).to.equal(false)
  })

  it('test says whether the provider accepts the key, and ends with 1 when it does not', async () => {
    await bring('provider_a')
    const good = await withPassword('test', 'provider_a')
    expect([good.code, good.stdout, good.stderr]).to.deep.equal([0, '', 'Anthropic accepts your key\n'])
    const json = await withPassword('test', 'provider_a', '--json')
    expect(JSON.parse(json.stdout)).to.deep.equal({ provider: 'provider_a', valid: true })
    providers.behave('bad-key')
    const bad = await withPassword('test', 'provider_a')
    expect([bad.code, bad.stderr]).to.deep.equal([1, 'Anthropic does not accept your key\n'])
    const badJson = await withPassword('test', 'provider_a', '--json')
    expect([badJson.code, JSON.parse(badJson.stdout).valid]).to.deep.equal([1, false])
  })

  it('test ends with 4 without a key, and with 1 when the provider cannot tell', async () => {
    const none = await withPassword('test', 'provider_b')
    expect([none.code, none.stderr]).to.deep.equal([4, 'ideas: There is no key for this provider\n'])
    await bring('provider_b')
    providers.behave({ status: 500 })
    const failed = await withPassword('test', 'provider_b')
    expect([failed.code, failed.stdout]).to.deep.equal([1, ''])
    expect(failed.stderr).to.match(/^ideas: The provider answered with an error \(request [\w-]+\)\n$/)
  })

  it('rm forgets a key, asking on a terminal for the password only', async () => {
    await bring('provider_a')
    const { code, screen } = await onTerminal(['byok', 'rm', 'provider_a'], caller.env, {
      answers: [[`Password of ${caller.user.email}: `, `${PASSWORD}\r`]],
    })
    expect(code, screen).to.equal(0)
    expect(screen).to.include('Forgot your key for Anthropic').and.not.to.include(PASSWORD)
    expect((await caller.json(['byok'])).provider_a).to.equal(false)
    const again = await withPassword('rm', 'provider_a')
    expect([again.code, again.stderr]).to.deep.equal([0, 'Forgot your key for Anthropic\n'])
    expect((await caller.run(['byok', 'rm', 'provider_x'])).code).to.equal(2)
  })
})

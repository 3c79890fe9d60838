import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { expect } from 'chai'
import { newIdeaIds } from '../support/factories.ts'
import { newUser } from '../support/service.ts'
import { startFakeService, json, type Asked, type FakeService } from './fake-service.ts'
import type { Run } from './in-process.ts'
import { newCaller, PROGRAM, removeHomes, type Caller } from './run-cli.ts'

describe('ideas, when the service', () => {
  let fake: FakeService | undefined
  let caller: Caller
  afterEach(async () => {
    await fake?.close()
    fake = undefined
  })
  after(removeHomes)
  const against = async (
    answer: (asked: Asked, response: ServerResponse, before: number) => void,
    args: readonly string[],
    options: Parameters<Caller['run']>[1] = {},
  ): Promise<Run> => {
    fake = await startFakeService(answer)
    caller = await newCaller({ url: fake.url })
    return caller.run(args, options)
  }

  it('has further pages, follows its Link, so that what changes meanwhile neither repeats nor hides an idea', async () => {
    const pages = { first: [{ id: 2 }], second: [{ id: 1 }] }
    const { stdout } = await against(
      ({ url }, response) => {
        const isSecond = url.includes('after=2')
        const link =
          '</api/v1/ideas?limit=100>; rel="first", </api/v1/ideas?tag=a&tag=b&limit=100&after=2>; rel="next"'
        json(response, 200, isSecond ? pages.second : pages.first, isSecond ? {} : { Link: link })
      },
      ['list', '--all', '--json', '--tag', 'a', '--tag', 'b'],
    )
    expect(JSON.parse(stdout)).to.deep.equal([...pages.first, ...pages.second])
    expect(fake?.asked.at(-1)?.url).to.equal('/api/v1/ideas?tag=a&tag=b&limit=100&after=2')
  })

  it('loses a connection, sends a write again with the same Idempotency-Key', async () => {
    const run = await against(
      (_, response, before) => {
        if (before < 2) response.destroy()
        else json(response, 201, { id: 7 })
      },
      ['add', 'Once'],
    )
    expect([run.code, run.stdout]).to.deep.equal([0, '7\n'])
    const keys = (fake?.asked ?? []).map(({ headers }) => headers['idempotency-key'])
    expect(keys).to.have.length(3)
    expect(new Set(keys).size).to.equal(1)
    expect(String(keys[0])).to.match(/^[0-9a-f-]{36}$/)
  })

  it('stays unreachable, gives up after two retries with exit code 6', async () => {
    const run = await against((_, response) => response.destroy(), ['tag', 'add', 'x', '1'])
    expect(run.code).to.equal(6)
    expect(run.stderr).to.match(/^ideas: https:\/\/localhost:\d+ cannot be reached \(.+\): is the service/)
    expect(fake?.asked).to.have.length(3)
  })

  it('is unavailable, waits as it says, and goes on', async () => {
    const run = await against(
      (_, response, before) => {
        if (before === 0) json(response, 503, { error: 'The service is unavailable' }, { 'Retry-After': '1' })
        else json(response, 200, [])
      },
      ['list', '--json'],
    )
    expect([run.code, run.stdout, fake?.asked.length]).to.deep.equal([0, '[]\n', 2])
  })

  it('loses the answer to a sign-in, sends it no second time, because the first session would be left', async () => {
    const user = await newUser()
    const { body: whoAmI } = await user.api.get('/user/me')
    const run = await against(
      ({ url }, response) => {
        if (url.endsWith('/sign-in')) response.destroy()
        else json(response, 200, whoAmI)
      },
      ['keys', 'create', '--password-stdin'],
      { input: 'secret\n' },
    )
    expect(run.code).to.equal(6)
    expect(fake?.asked.filter(({ url }) => url.endsWith('/sign-in'))).to.have.length(1)
  })

  it('is unavailable for long, ends with 6', async () => {
    const run = await against(
      (_, response) => json(response, 503, { error: 'Gone fishing' }, { 'Retry-After': '600' }),
      ['list'],
    )
    expect([run.code, run.stderr]).to.deep.equal([6, 'ideas: Gone fishing\n'])
  })

  it('has had enough of today, says when to try again', async () => {
    const run = await against(
      (_, response) => json(response, 429, { error: 'Rate limit exceeded' }, { 'Retry-After': '7500' }),
      ['tags'],
    )
    expect(run.code).to.equal(1)
    expect(run.stderr).to.match(/^ideas: Rate limit exceeded: try again at \d\d:\d\d \(in 2 h 5 min\)\n$/)
  })

  it('fails, names the request', async () => {
    const run = await against(
      (_, response) => json(response, 500, { error: 'Internal server error' }, { 'X-Request-Id': 'r-1' }),
      ['tags'],
    )
    expect([run.code, run.stderr]).to.deep.equal([1, 'ideas: Internal server error (request r-1)\n'])
  })

  it('talks in the other form of errors, or in none, is understood', async () => {
    const object = await against(
      (_, response) => json(response, 409, { error: { code: 'x', message: 'No way' } }),
      ['tags'],
    )
    expect([object.code, object.stderr]).to.deep.equal([5, 'ideas: No way\n'])
    await fake?.close()
    const none = await against((_, response) => response.writeHead(502).end('<html>'), ['tags'])
    expect([none.code, none.stderr]).to.deep.equal([1, 'ideas: the answer 502 has no readable error\n'])
  })

  for (const args of [['list'], ['list', '--all'], ['tags'], ['unmerge', '3']]) {
    it(`gives an answer to ${args.join(' ')} that this version does not understand, says so in one line`, async () => {
      const run = await against((_, response) => json(response, 200, [{ id: 'three' }]), args)
      expect(run.code).to.equal(1)
      expect(run.stderr).to.match(/^ideas: https:\S+ gave an answer that this version does not understand\n$/)
    })
  }

  it('is not there, ends with 6', async () => {
    const { run } = await newCaller()
    const { code, stderr } = await run(['list'], { env: { IDEAS_URL: 'https://localhost:1' } })
    expect([code, stderr]).to.deep.equal([
      6,
      'ideas: https://localhost:1 cannot be reached (ECONNREFUSED): is the service running there?\n',
    ])
  })

  it('refuses the key, ends with 3 and says what to do', async () => {
    const { run } = await newCaller()
    const { code, stderr } = await run(['list'], { env: { IDEAS_API_KEY: 'svc_wrong' } })
    expect([code, stderr]).to.deep.equal([
      3,
      'ideas: Invalid API key or session token: sign in with `ideas login`, or set IDEAS_API_KEY\n',
    ])
  })

  it('still answers while nobody reads any more, ends quietly', async () => {
    const { user, env } = await newCaller()
    await newIdeaIds(user.api, 1)
    const shell = `'${process.execPath}' '${PROGRAM}' list --json | true; exit \${PIPESTATUS[0]}`
    const child = spawn('bash', ['-c', shell], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    expect([(await once(child, 'close'))[0], stderr]).to.deep.equal([0, ''])
  })
  it('takes an import whose warnings nobody reads, ends with 0', async () => {
    const { user, env, home } = await newCaller()
    writeFileSync(path.join(home, 'ideas.csv'), 'title,unknown\nFrom a table,x\n')
    const shell = `'${process.execPath}' '${PROGRAM}' import ideas.csv 2>&1 | true; exit \${PIPESTATUS[0]}`
    const child = spawn('bash', ['-c', shell], {
      cwd: home,
      env: { ...process.env, ...env },
      stdio: 'ignore',
    })
    expect((await once(child, 'close'))[0]).to.equal(0)
    expect((await user.api.get('/ideas')).body).to.have.length(1)
  })
})

import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { testEnvironment } from '../support/service.ts'
import { newCaller, newHome, removeHomes, type Caller } from './run-cli.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')

describe('the npm package, installed elsewhere', function () {
  let folder: string
  let caller: Caller
  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'ideas-package-'))
    writeFileSync(path.join(folder, 'package.json'), '{"name": "elsewhere", "private": true}')
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root })
    const tarball = `./${stdout.trim().split('\n').at(-1)}`
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], {
      cwd: folder,
      // As docs/cli.md recommends: CUDA's parts are hundreds of megabytes, from a server of their own.
      env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' },
    })
    caller = await newCaller()
  })
  after(() => {
    removeHomes()
    rmSync(folder, { recursive: true, force: true })
  })
  // Node 24 first on the path, as where it is installed; nothing of this checkout beside it.
  const bin = path.dirname(process.execPath)
  const npx = async (args: readonly string[], env: Readonly<Record<string, string>> = caller.env) =>
    run('npx', ['--no-install', ...args], {
      cwd: folder,
      env: { ...process.env, PATH: `${bin}:${process.env['PATH']}`, ...env },
    })

  it('says its version and how it is used, under both names', async () => {
    expect((await npx(['idea-repository', '--version'])).stdout).to.equal('0.1.0\n')
    expect((await npx(['ideas', '--help'])).stdout)
      .to.match(/^Usage: ideas /)
      .and.to.include('Capture an idea')
    expect((await npx(['ideas', 'admin', '--help'])).stdout).to.include('create-user')
  })

  it('works with a running service', async () => {
    const { stdout } = await npx(['ideas', 'add', 'From the package'])
    expect((await npx(['ideas', 'show', stdout.trim()])).stdout).to.match(/^From the package\n/)
    writeFileSync(path.join(folder, 'more.csv'), 'title\nFrom a file\n')
    expect((await npx(['ideas', 'import', 'more.csv'])).stderr).to.include('Imported 1 idea')
    expect((await caller.user.api.get('/ideas')).body).to.have.length(2)
  })

  it('brings what an operator needs', async () => {
    const { email } = caller.user
    const { stdout } = await npx(['ideas', 'admin', 'list-users', '--json'], testEnvironment())
    expect(JSON.parse(stdout).map((user: { email: string }) => user.email)).to.include(email)
  })

  it('starts the service, to which ideas login on the same machine finds the way', async () => {
    const { env } = newHome()
    const program = path.join(folder, 'node_modules/.bin/ideas')
    const service = spawn(process.execPath, [program, 'start'], {
      cwd: folder,
      env: {
        ...process.env,
        ...testEnvironment(),
        ...env,
        PORT: '0',
        EMBEDDINGS_DIR: process.env['TEST_MODEL_DIR'] ?? '',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      await says(service, '/api/v1')
      const { env: named } = caller
      const me = { ...env, IDEAS_API_KEY: named['IDEAS_API_KEY'] ?? '' }
      const { stdout } = await npx(['ideas', 'whoami'], me)
      expect(stdout).to.include(caller.user.email)
      // They are computed by a program that nothing imports.
      expect((await npx(['ideas', 'insights'], me)).stdout).not.to.equal('')
    } finally {
      service.kill('SIGTERM')
    }
    expect((await once(service, 'exit'))[0]).to.equal(0)
  })

  it('tells a Node that is too old in one line', async () => {
    const old = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'22.1.0'})`
    const program = path.join(folder, 'node_modules/idea-repository/dist/cli/bin.js')
    const failed = await run(process.execPath, ['--import', old, program, '--version']).catch(
      (error) => error,
    )
    expect(failed.code).to.equal(1)
    expect(failed.stderr).to.match(/^ideas: Node\.js 24 or later is needed, this is .*\n$/)
  })

  it('holds what it needs and nothing else', async () => {
    const packed = path.join(folder, 'node_modules/idea-repository')
    expect(readdirSync(packed).sort()).to.deep.equal(
      [
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'cypher',
        'dist',
        'dist-web',
        'docs',
        'package.json',
        'prompts',
        'src',
      ].sort(),
    )
    expect(readdirSync(path.join(packed, 'src'), { recursive: true })).to.have.members([
      'local',
      'local/pom.xml',
    ])
    expect(readdirSync(path.join(folder, 'node_modules'))).not.to.include.members(['typescript'])
  })
})

async function says(child: ChildProcess, text: string): Promise<void> {
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  for (const end = Date.now() + 60_000; !output.includes(text); await sleep(50)) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(`it never said "${text}":\n${output}`)
  }
}

import { execFile } from 'node:child_process'
import { access, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { Client } from '../support/client.ts'
import { newUser, type TestUser } from '../support/service.ts'
import { givenServers, npmStart, temporaryFolders, type Started } from '../local/npm-start.ts'
import { blocksOf, normalized, type Block } from './blocks.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')
const readme = await readFile(path.join(root, 'README.md'), 'utf8')
const scripts = (
  JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
).scripts

/** Commands that are run elsewhere: by whoever runs this test, and below as a process that stays. */
const ELSEWHERE: ReadonlySet<string> = new Set(['npm test\n', 'npm start\n'])

describe('README.md', () => {
  const folders = temporaryFolders()
  let service: Started
  let user: TestUser
  let dataDir = ''
  let port = ''

  before(async () => {
    user = await newUser('pro')
    dataDir = folders.make()
    service = npmStart(dataDir, givenServers())
    await service.says('/api/v1')
    port = /https:\/\/localhost:(?<port>\d+)/.exec(service.output())?.groups?.['port'] ?? ''
  })

  after(async () => {
    service.kill('SIGTERM')
    await service.ended
    folders.remove()
  })

  /** The tour's ids are those of an empty database: here the n-th idea of the user stands for n. */
  const withRealIds = async (text: string): Promise<string> => {
    const api = new Client(`https://localhost:${port}`, { 'X-API-Key': user.api_key })
    const { body } = await api.get('/ideas?sort=created_at')
    return text.replaceAll(
      /(?<name>"(?:source|target)_idea_id": )(?<id>\d+)/g,
      (_, name: string, id: string) => `${name}${body[Number(id) - 1].id}`,
    )
  }

  const shell = async (prelude: string, text: string): Promise<string> => {
    const script = `set -euo pipefail\n${prelude}${await withRealIds(text)}`
      .replaceAll('8443', port)
      .replaceAll('.data/', `${dataDir}/`)
      .replaceAll('svc_…', user.api_key)
    const env = {
      ...process.env,
      ...givenServers(),
      DATA_DIR: dataDir,
      IDEAS_URL: `https://localhost:${port}`,
    }
    const { stdout } = await run('bash', ['-c', script], { cwd: root, env })
    return stdout
  }

  it('has commands that all work and answers that are real', async () => {
    const blocks = blocksOf(readme)
    const prelude = blocks.find(({ text }) => text.startsWith('export IDEAS_API_KEY'))?.text ?? ''
    const commands = blocks
      .map((block, index) => ({ ...block, answer: answerTo(blocks[index + 1]) }))
      .filter(({ language, text }) => language === 'sh' && !ELSEWHERE.has(text))
    expect(commands.length).to.be.greaterThan(6)
    expect(commands.filter(({ answer }) => answer !== undefined).length).to.be.greaterThan(3)
    for (const { text, answer } of commands) {
      let printed = ''
      for (const line of text.trimEnd().split('\n')) printed = await shell(prelude, line)
      if (answer !== undefined) {
        expect(normalized(JSON.parse(printed)), text).to.deep.equal(normalized(answer))
      }
    }
  })

  it('promises rightly that npm run verify needs no servers', async () => {
    // npm test runs the same files in a process that is given none: see run.ts.
    const parts = (scripts['verify'] ?? '').split(' && ')
    expect(parts.map((part) => part.split(' ')[0])).to.deep.equal([
      'prettier',
      'oxlint',
      'tsc',
      'tsc',
      'tsc',
      'mocha',
    ])
    const [, file = ''] = /--config (?<file>\S+)$/.exec(parts.at(-1) ?? '') ?? []
    const settings = JSON.parse(await readFile(path.join(root, file), 'utf8')) as Record<string, unknown>
    expect(settings).to.have.property('spec').that.deep.equals(['test/**/*.unit.test.ts'])
    expect(settings).not.to.have.property('require')
  })

  it('names only scripts that exist', () => {
    const named = [...readme.matchAll(/npm run (?:--silent )?(?<script>\w+)/g)].map(
      ({ groups }) => groups?.['script'],
    )
    expect(named).to.include('verify')
    for (const script of named) expect(scripts).to.have.property(script ?? '')
  })

  it('links to files that exist', async () => {
    const links = [...readme.matchAll(/\]\((?<file>[^):#]+)\)/g)].map(({ groups }) => groups?.['file'] ?? '')
    expect(links).to.include('cypher/README.md')
    await Promise.all(links.map(async (file) => access(path.join(root, file))))
  })
})

function answerTo(block: Block | undefined): unknown {
  return block?.language === 'json' ? JSON.parse(block.text) : undefined
}

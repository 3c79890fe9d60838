import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { newToken } from '../features/assistants/tokens.ts'
import { startService } from '../support/service.ts'
import { blocksOf, normalized } from './blocks.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')
const FILE = path.join(root, 'docs/assistants.md')

describe('docs/assistants.md', () => {
  it('has the session that the example prints', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'ideas-test-'))
    const service = await startService({ env: { DATA_DIR: dataDir } })
    try {
      const user = await service.createUser('pro')
      const env = {
        ...process.env,
        IDEAS_URL: service.url,
        IDEAS_TOKEN: await newToken(user),
        NODE_EXTRA_CA_CERTS: path.join(dataDir, 'tls/cert.pem'),
      }
      const { stdout } = await run('npm', ['run', '--silent', 'examples:assistant'], { cwd: root, env })
      const markdown = await readFile(FILE, 'utf8')
      const session = blocksOf(markdown).find(({ language }) => language === 'text')?.text ?? ''
      // UPDATE_DOCS=1 puts the new session in its place.
      if (process.env['UPDATE_DOCS'] === '1') {
        await writeFile(
          FILE,
          markdown.replace(`\`\`\`text\n${session}`, () => `\`\`\`text\n${stdout}`),
        )
      } else expect(normalized(linesOf(stdout))).to.deep.equal(normalized(linesOf(session)))
    } finally {
      await service.close()
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})

/** The lines of a session, with JSON parsed, and without what no number tells: digests, and ids within texts. */
function linesOf(session: string): unknown[] {
  const texts = session
    .replaceAll(/"(version|confirm)":"(?:\\"|[^"])*"/g, '"$1":"a digest"')
    .replaceAll(/\(\d+\)/g, '(an id)')
  return texts.split('\n').map((line) => {
    const json = line.indexOf('{')
    return json === -1 ? line : [line.slice(0, json), JSON.parse(line.slice(json))]
  })
}

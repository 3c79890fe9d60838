import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { newToken } from '../features/assistants/tokens.ts'
import { startService } from '../support/service.ts'
import { blocksOf } from './blocks.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')
const FILE = path.join(root, 'docs/assistants.md')

describe('docs/assistants.md', function () {
  this.timeout(60_000)

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
      const printed = alike(stdout)
      // UPDATE_DOCS=1 puts the new session in its place.
      if (process.env['UPDATE_DOCS'] === '1') {
        await writeFile(
          FILE,
          markdown.replace(`\`\`\`text\n${session}\`\`\``, () => `\`\`\`text\n${printed}\`\`\``),
        )
      } else expect(printed).to.equal(session)
    } finally {
      await service.close()
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})

/** A session with what differs between two runs made equal: ids counted from 1, one time, short digests. */
function alike(session: string): string {
  const [ideas, relations] = [new Map<string, number>(), new Map<string, number>()]
  const ordinal = (met: Map<string, number>, id: string): string => {
    met.set(id, met.get(id) ?? met.size + 1)
    return String(met.get(id))
  }
  return session
    .replaceAll(/_at":"[^"]+"/g, '_at":"2026-11-25T12:00:00.000Z"')
    .replaceAll(/"(version|confirm)":"(?:\\"|[^"])*"/g, '"$1":"…"')
    .replaceAll(
      /(?<before>"(?<name>\w*id|from|to|merged_into)":|(?<=[[,])|\((?=\d+\)))(?<id>\d+)/g,
      (text, ...groups) => {
        const { before, name, id } = groups.at(-1) as Record<string, string>
        const source: string = groups.at(-2)
        const offset: number = groups.at(-3)
        const isRelation =
          name === 'id' && /"relation(?:s":\[.*|":)\{$/.test(source.slice(0, offset).split('\n').at(-1) ?? '')
        return id === undefined ? text : `${before}${ordinal(isRelation ? relations : ideas, id)}`
      },
    )
}

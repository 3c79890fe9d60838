import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'

const root = path.resolve(import.meta.dirname, '../..')
const oxlint = path.join(root, 'node_modules/.bin/oxlint')

type Complaint = Readonly<{ filename: string; message: string; help?: string }>

/** Each file of `direction/` breaks one rule of the directions of imports, and that one alone. */
const BROKEN = {
  'src/platform/knows-a-feature.ts': 'The platform knows no feature.',
  'src/platform/knows-the-app.ts': 'Imports point down',
  'src/platform/reads-the-environment.ts': 'process.env',
  'src/features/one/knows-the-app.ts': 'Imports point down',
  'src/features/one/knows-another-inside.ts': 'Of another feature only',
  'src/features/one/knows-the-graph.ts': 'Only store.ts speaks to the graph.',
  'src/features/one/knows-http.ts': 'Only routes.ts knows HTTP',
  'src/features/one/knows-redis.ts': 'given what it needs of Redis',
  'src/features/one/store.ts': 'Only routes.ts knows HTTP',
  'src/features/one/routes.ts': 'Routes call their feature, never a store.',
  'src/features/one/schema.ts': 'Schemas, problems and actors import only zod and each other.',
  'src/features/two/circle.ts': 'Dependency cycle detected',
  'src/web/pages/knows-the-service.ts': 'knows of the service only types',
  'src/web/parts/knows-a-page.ts': 'pages → parts → platform',
  'src/web/platform/knows-a-part.ts': 'pages → parts → platform',
  'src/cli/commands/knows-the-service.ts': 'start without the service',
} as const

describe('the directions of imports', () => {
  let complaints: readonly Complaint[]
  before(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ideas-direction-'))
    try {
      await cp(path.join(import.meta.dirname, 'direction'), folder, { recursive: true })
      await cp(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'))
      const run = promisify(execFile)(oxlint, ['--format', 'json', '.'], { cwd: folder })
      const { stdout } = await run.catch((failed: { stdout: string }) => failed)
      complaints = (JSON.parse(stdout) as { diagnostics: Complaint[] }).diagnostics
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  for (const [file, complaint] of Object.entries(BROKEN)) {
    it(`are refused by lint: ${file}`, () => {
      const own = complaints.filter(({ filename }) => filename === file)
      expect(own.map(({ message, help }) => `${message} ${help}`)).to.have.lengthOf(1)
      expect(`${own[0]?.message} ${own[0]?.help}`).to.include(complaint)
    })
  }

  it('allow what feature.ts, store.ts and routes.ts are for', () => {
    const files = complaints.map(({ filename }) => filename).sort()
    // A circle is told of in both of its files.
    expect(files).to.deep.equal([...Object.keys(BROKEN), 'src/features/two/back.ts'].sort())
  })
})

import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { SPEC } from '../../features/develop/specification.ts'
import type { Client } from '../../support/client.ts'
import type { FakeProviders } from '../../support/fake-providers.ts'
import { givenProviders } from '../../support/given-providers.ts'
import { pythonProgram } from '../../support/python.ts'
import { startService, type TestService } from '../../support/service.ts'
import { furnish, PASSWORD } from './endpoints.ts'

const VERSION = '4.32.5'
const REQUESTS = 5_000
/** Test cases per operation, with which all phases together send as many requests. */
const EXAMPLES = 68
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
]
/** After these the credential of the run may be over; random-requests.test.ts has them. */
const ENDINGS = ['signOut', 'deleteMe', 'changePassword', 'refreshSession', 'deleteSession', 'deleteApiKey']
const CONFIG = path.join(import.meta.dirname, 'schemathesis.toml')
const run = promisify(execFile)

describe('Requests that schemathesis makes of the OpenAPI document, in all its phases', function () {
  this.timeout(900_000)
  let service: TestService
  let providers: FakeProviders
  let program: string
  let folder: string
  givenProviders((given) => (providers = given), SPEC)
  before(async function () {
    const installed = await pythonProgram('schemathesis', VERSION, 'schemathesis')
    if (installed === undefined) return this.skip()
    program = installed
    folder = await mkdtemp(path.join(tmpdir(), 'ideas-test-'))
    const env = { EMBEDDINGS_DIR: process.env['TEST_MODEL_DIR'] ?? '', ALLOW_SIGN_UP: 'true' }
    service = await startService({ env: { ...providers.env, ...env } })
  })
  after(async () => {
    await service?.close()
    if (folder !== undefined) await rm(folder, { recursive: true })
  })

  for (const [credential, clientOf] of [
    ['a session', 'session'],
    ['an API key', 'api'],
  ] as const) {
    it(`are never answered 5xx, nor by a status or shape that it does not name, with ${credential}`, async () => {
      const user = await service.createUser('pro', PASSWORD)
      await furnish(user)
      const client = user[clientOf]
      const { code, output } = await generated(client)
      expect(code, output).to.equal(0)
      const requests = Number(/(?<count>[\d,]+) generated/.exec(output)?.groups?.['count']?.replace(',', ''))
      process.stdout.write(`    ${requests} requests\n`)
      expect(requests).to.be.at.least(REQUESTS)
      expect((await client.get('/ideas')).status).to.equal(200)
    })
  }

  const generated = async ({ origin, headers }: Client): Promise<{ code: number; output: string }> => {
    const options = {
      checks: CHECKS.join(),
      'exclude-operation-id': ENDINGS,
      'generation-database': 'none',
      header: Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'max-examples': String(EXAMPLES),
      'tls-verify': 'false',
    }
    const args = Object.entries(options).flatMap(([name, values]) =>
      [values].flat().flatMap((value) => [`--${name}`, value]),
    )
    const given = ['--config-file', CONFIG, 'run', `${origin}/openapi.json`]
    const all = [...given, '--continue-on-failure', '--no-color', ...args]
    const { stdout, code } = await run(program, all, { cwd: folder, maxBuffer: 2 ** 26 }).then(
      ({ stdout }) => ({ stdout, code: 0 }),
      (error: { stdout: string; code: number }) => error,
    )
    return { code, output: stdout }
  }
})

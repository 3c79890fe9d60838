import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { generate } from 'selfsigned'
import { runLoader } from './run-loader.ts'

type Reply = Readonly<{ status: number; headers?: Readonly<Record<string, string>>; body: unknown }>

const apiKey = `svc_${'0'.repeat(64)}`
const created: Reply = { status: 201, body: { id: 1 } }
const busy: Reply = { status: 503, headers: { 'Retry-After': '1' }, body: { error: 'Back soon' } }

/** The loader against a stand-in that answers what each test says: these are about the loader, not about the service. */
describe('npm run examples', () => {
  let folder: string
  let server: Server
  let url: string
  let ca: string
  let file: string
  let replies: Reply[]
  let asked: string[]

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'idea-repository-examples-'))
    const pems = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 })
    ca = path.join(folder, 'ca.pem')
    file = path.join(folder, 'one.jsonl')
    await writeFile(ca, pems.cert)
    await writeFile(file, '{"title":"One"}\n')
    server = createServer({ key: pems.private, cert: pems.cert }, (request, response) => {
      asked.push(`${String(request.method)} ${String(request.url)}`)
      const {
        status,
        headers = {},
        body,
      } = replies.shift() ?? { status: 500, body: { error: 'not expected' } }
      request.resume()
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
    }).listen(0, 'localhost')
    await once(server, 'listening')
    url = `https://localhost:${(server.address() as AddressInfo).port}`
  })

  after(async () => {
    server.closeAllConnections()
    server.close()
    await rm(folder, { recursive: true })
  })

  beforeEach(() => {
    replies = []
    asked = []
  })

  const run = (args: readonly string[], env: Readonly<Record<string, string>> = { IDEAS_API_KEY: apiKey }) =>
    runLoader(args, { ...env, DATA_DIR: folder })

  it('waits and repeats when the service is busy', async () => {
    replies = [busy, created]
    const { code, stdout, stderr } = await run(['--url', url, '--ca', ca, file])
    expect(code, stderr).to.equal(0)
    expect(JSON.parse(stdout)).to.deep.include({ ideas: { created: 1, already_there: 0 } })
    expect(stderr).to.include('Back soon; the service asks to wait 1 s …')
    expect(asked).to.deep.equal(['POST /api/v1/ideas', 'POST /api/v1/ideas'])
  })

  it('looks whether a link is there before it sends it again', async () => {
    const links = [{ url: 'https://example.org/' }]
    await writeFile(path.join(folder, 'link.jsonl'), JSON.stringify({ title: 'One', links }))
    replies = [created, { status: 200, body: [] }, busy, { status: 200, body: links }]
    const { code, stdout, stderr } = await run(['--url', url, '--ca', ca, path.join(folder, 'link.jsonl')])
    expect(code, stderr).to.equal(0)
    expect(JSON.parse(stdout)).to.deep.include({ links: { created: 1, already_there: 0 } })
    const linksOfIdea = '/api/v1/ideas/1/links'
    expect(asked.slice(1)).to.deep.equal([`GET ${linksOfIdea}`, `POST ${linksOfIdea}`, `GET ${linksOfIdea}`])
  })

  it('gives up when it would have to wait for hours', async () => {
    const error = 'Rate limit exceeded'
    replies = [{ status: 429, headers: { 'Retry-After': '5400' }, body: { error } }]
    const { code, stdout, stderr } = await run(['--url', url, '--ca', ca, file])
    expect([code, stdout]).to.deep.equal([1, ''])
    expect(stderr).to.equal(
      `${error}; the service asks to wait 5400 s: run this again then, it goes on where it stopped\n`,
    )
    expect(asked).to.have.length(1)
  })

  it('gives up when the service stays busy', async () => {
    replies = Array.from({ length: 6 }, () => ({ ...busy, headers: { 'Retry-After': '0' } }))
    const { code, stderr } = await run(['--url', url, '--ca', ca, file])
    expect(code).to.equal(1)
    expect(stderr.trim().split('\n')).to.have.length(5)
    expect(asked).to.have.length(5)
  })

  it('tells what the service refused, and why, in both documented forms of an error', async () => {
    const details = [{ path: 'title', message: 'is odd' }]
    replies = [{ status: 400, body: { error: 'Validation failed', code: 'validation_error', details } }]
    const asText = await run(['--url', url, '--ca', ca, file])
    expect([asText.code, asText.stderr]).to.deep.equal([
      1,
      'idea "One": Validation failed (title is odd) (400)\n',
    ])
    replies = [{ status: 403, body: { error: { code: 'cap', message: 'Idea cap reached' } } }]
    const asObject = await run(['--url', url, '--ca', ca, file])
    expect([asObject.code, asObject.stderr]).to.deep.equal([1, 'idea "One": Idea cap reached (403)\n'])
    replies = [{ status: 401, body: { error: 'Invalid API key' } }]
    const refused = await run(['--url', url, '--ca', ca, file])
    expect(refused.stderr).to.equal(`${url} refuses the key in IDEAS_API_KEY: Invalid API key\n`)
  })

  it('says that the certificate is not trusted', async () => {
    const { code, stderr } = await run(['--url', url, file])
    expect(code).to.equal(1)
    expect(stderr).to.match(
      /^https:\S+ shows a certificate that is not trusted \(\w+\): name it with --ca FILE\n$/,
    )
  })

  const mistakes: readonly (readonly [readonly string[], RegExp])[] = [
    [['--url', 'https://localhost:1'], /^https:\/\/localhost:1 cannot be reached \(ECONNREFUSED\)/],
    [['--url', 'http://localhost:1'], /^http:\/\/localhost:1 is not an address that starts with https:/],
    [['--concurrency', '0'], /^--concurrency must be a whole number from 1 to 32$/m],
    [['--ca', 'no.pem'], /^the certificate no\.pem cannot be read \(ENOENT\)$/m],
    [['--key', apiKey], /^Unknown option '--key'/],
    [['a.json', 'b.json'], /^one file at a time, see --help$/m],
    [['no.json'], /^no\.json: there is no such file$/m],
  ]
  for (const [args, message] of mistakes) {
    it(`answers a mistake in one line: ${args.join(' ')}`, async () => {
      const { code, stdout, stderr } = await run(args)
      expect([code, stdout]).to.deep.equal([1, ''])
      expect(stderr)
        .to.match(message)
        .and.to.match(/^[^\n]+\n$/)
    })
  }

  it('asks for a key, in the environment only', async () => {
    const { code, stderr } = await run(['--url', url, file], {})
    expect(code).to.equal(1)
    expect(stderr).to.match(/^IDEAS_API_KEY must hold an API key: [^\n]+\n$/)
    expect(asked).to.deep.equal([])
  })

  it('shows its options', async () => {
    const { code, stdout } = await run(['--help'])
    expect(code).to.equal(0)
    expect(stdout).to.include('IDEAS_API_KEY')
  })
})

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { startFakeService, type FakeService } from './fake-service.ts'
import { newCaller, removeHomes, type Caller } from './run-cli.ts'
import { onTerminal } from './terminal.ts'

const FILE = '{"version":1,"ideas":[]}'

describe('ideas export', () => {
  let fake: FakeService
  let caller: Caller
  let breaks = false
  before(async () => {
    fake = await startFakeService(({ url }, response) => {
      const disposition = `attachment; filename="ideas-2026-11-21.${url.endsWith('csv') ? 'csv' : 'json'}"`
      response.writeHead(200, { 'Content-Disposition': disposition })
      if (breaks) response.write(FILE.slice(0, 9), () => setTimeout(() => response.destroy(), 100))
      else response.end(url.endsWith('csv') ? 'id,title\r\n' : url.includes('graph') ? 'graph' : FILE)
    })
  })
  beforeEach(async () => {
    breaks = false
    fake.asked.splice(0)
    caller = await newCaller({ url: fake.url })
  })
  after(async () => {
    await fake.close()
    removeHomes()
  })
  const files = (): string[] => readdirSync(caller.home).filter((name) => name !== 'cert.pem')

  it('goes to standard output where that is no terminal', async () => {
    expect(await caller.run(['export'])).to.deep.equal({ code: 0, stdout: FILE, stderr: '' })
    expect((await caller.run(['export', '--format', 'csv', '-o', '-'])).stdout).to.equal('id,title\r\n')
    expect(fake.asked.map(({ method, url }) => `${method} ${url}`)).to.deep.equal([
      'POST /api/v1/user/export',
      'POST /api/v1/user/export/csv',
    ])
  })

  it('goes to a file that nobody else reads', async () => {
    const { code, stdout, stderr } = await caller.run(['export', '--output', 'all.json'])
    expect([code, stdout, stderr]).to.deep.equal([0, '', 'Exported to all.json\n'])
    const file = path.join(caller.home, 'all.json')
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).to.deep.equal([FILE, 0o600])
  })

  it('replaces a file only with --force, and then whole or not at all', async () => {
    const file = path.join(caller.home, 'all.json')
    writeFileSync(file, 'old')
    const refused = await caller.run(['export', '--output', 'all.json'])
    expect([refused.code, refused.stderr]).to.deep.equal([
      5,
      'ideas: all.json exists already; --force replaces it\n',
    ])
    expect(fake.asked).to.deep.equal([])
    breaks = true
    expect((await caller.run(['export', '--output', 'all.json', '--force'])).code).to.equal(6)
    expect([readFileSync(file, 'utf8'), files()]).to.deep.equal(['old', ['all.json']])
    breaks = false
    expect((await caller.run(['export', '--output', 'all.json', '--force'])).code).to.equal(0)
    expect(readFileSync(file, 'utf8')).to.equal(FILE)
  })

  it('leaves no half file when the answer breaks off, and says so', async () => {
    breaks = true
    const { code, stderr } = await caller.run(['export', '--output', 'all.json'])
    expect([code, stderr, files()]).to.deep.equal([
      6,
      'ideas: the answer broke off; no file was left: run the command again\n',
      [],
    ])
    expect((await caller.run(['export'])).code).to.equal(6)
  })

  it('is told of a folder that is not there', async () => {
    const { code, stderr } = await caller.run(['export', '--output', 'no/where.json'])
    expect([code, stderr]).to.deep.equal([1, 'ideas: no/where.json cannot be written (ENOENT)\n'])
  })

  it('goes to a dated file on a terminal, with a bar', async () => {
    const { code, screen } = await onTerminal(['export'], caller.env, { cwd: caller.home })
    expect(code, screen).to.equal(0)
    expect(screen).to.include('Exporting').and.to.include('Exported to ideas-2026-11-21.json')
    expect(existsSync(path.join(caller.home, 'ideas-2026-11-21.json'))).to.equal(true)
  })

  it('prints the map in the formats of graph programs', async () => {
    for (const format of ['mermaid', 'graphml', 'gexf', 'cypher']) {
      expect((await caller.run(['map', '--format', format])).stdout).to.equal('graph')
    }
    expect(fake.asked[0]?.url).to.equal('/api/v1/user/export/graph?format=mermaid')
  })
})

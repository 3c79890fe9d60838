import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { Agent, request } from 'undici'
import { PAGES } from '../../../src/features/dashboard/page-paths.ts'
import { sharedService, startService } from '../../support/service.ts'

const agent = new Agent({ connect: { rejectUnauthorized: false } })

/** The address of the script that a document names. */
function scriptOf(document: Buffer): string {
  return /src="(?<path>[^"]+\.js)"/.exec(String(document))?.groups?.['path'] ?? ''
}

describe('the dashboard', () => {
  let url: string
  before(async () => {
    url = (await sharedService()).url
  })
  after(() => agent.close())
  const ask = async (
    path: string,
    headers: Record<string, string> = {},
    method: 'GET' | 'POST' | 'HEAD' = 'GET',
  ) => {
    const {
      statusCode: status,
      headers: answered,
      body,
    } = await request(`${url}${path}`, {
      dispatcher: agent,
      method,
      headers,
    })
    return { status, headers: answered, content: Buffer.from(await body.arrayBuffer()) }
  }

  it('is the same document at the path of every page, also after a reload', async () => {
    const { content } = await ask('/')
    expect(String(content)).to.include('<div id="root">')
    for (const page of PAGES) {
      const answer = await ask(page.replaceAll(/:\w+/g, '1'))
      expect([answer.status, answer.headers['content-type'], String(answer.content)], page).to.deep.equal([
        200,
        'text/html; charset=utf-8',
        String(content),
      ])
    }
  })

  it('lets nothing run but its own files', async () => {
    const { headers, content } = await ask('/')
    const policy = String(headers['content-security-policy'])
    expect(policy).to.include("default-src 'none'; script-src 'self'; style-src 'self';")
    expect(policy).to.include("frame-ancestors 'none'").and.not.include('unsafe')
    expect(String(content)).not.to.match(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\bstyle=/)
    const addresses = [...String(content).matchAll(/(?:src|href)="(?<to>[^"]*)"/g)].map(
      ({ groups }) => groups?.['to'],
    )
    expect(addresses).to.have.length.above(2)
    for (const address of addresses) expect(address).to.match(/^\/assets\/[\w.-]+$/)
  })

  it('has its style also under a name that stays, for pages that are not its own', async () => {
    const { content } = await ask('/')
    const named = /href="(?<path>[^"]+\.css)"/.exec(String(content))?.groups?.['path'] ?? ''
    const style = await ask('/style.css')
    expect(style.headers['content-type']).to.equal('text/css; charset=utf-8')
    expect(style.headers['cache-control']).to.equal('no-cache')
    expect(style.content.equals((await ask(named)).content)).to.equal(true)
  })

  it('asks for its document each time, and keeps the files that it names for ever', async () => {
    const { headers, content } = await ask('/')
    expect(headers['cache-control']).to.equal('no-cache')
    expect((await ask('/', { 'If-None-Match': String(headers['etag']) })).status).to.equal(304)
    const script = await ask(scriptOf(content))
    expect(script.headers['cache-control']).to.equal('public, max-age=31536000, immutable')
    expect(script.headers['content-type']).to.match(/^text\/javascript|^application\/javascript/)
    expect(script.headers['x-content-type-options']).to.equal('nosniff')
  })

  it('is sent compressed to who can read that, and told apart by caches', async () => {
    const { content } = await ask('/')
    const path = scriptOf(content)
    const plain = await ask(path)
    const packed = await ask(path, { 'Accept-Encoding': 'gzip' })
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).to.deep.equal([
      undefined,
      'gzip',
    ])
    expect(gunzipSync(packed.content).equals(plain.content)).to.equal(true)
    expect(packed.headers['vary']).to.equal('Accept-Encoding')
    expect(packed.headers['etag']).not.to.equal(plain.headers['etag'])
  })

  it('takes at most 150 KB as gzip until the first page is there', async () => {
    const { content } = await ask('/')
    const addresses = [...String(content).matchAll(/(?:src|href)="(?<to>[^"]*)"/g)].map(
      ({ groups }) => groups?.['to'] ?? '',
    )
    const files = await Promise.all(addresses.map(async (path) => ask(path, { 'Accept-Encoding': 'gzip' })))
    const bytes = files.reduce((sum, file) => sum + file.content.length, 0)
    expect(bytes).to.be.within(20_000, 150_000)
  })

  for (const path of ['/nothing', '/ideas', '/map/deeper']) {
    it(`tells people at ${path} that there is nothing, and programs the same as JSON`, async () => {
      const document = (await ask('/')).content
      const { headers: known } = await ask('/')
      const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
      const shown = await ask(path, { ...browser, 'If-None-Match': String(known['etag']) })
      expect([shown.status, shown.content.equals(document)]).to.deep.equal([404, true])
      expect(shown.headers['content-security-policy']).to.equal(known['content-security-policy'])
      // One of such length is disregarded: with a quote before the commas it would take a second to read.
      const long = { Accept: `text/html${',x/y;q=0.1'.repeat(100)}` }
      for (const headers of [{}, { Accept: '*/*' }, { Accept: 'application/json' }, long]) {
        const { status, content } = await ask(path, headers)
        expect([status, JSON.parse(String(content))]).to.deep.equal([404, { error: 'Not found' }])
      }
      expect((await ask(path, browser, 'POST')).headers['content-type']).to.include('json')
    })
  }

  for (const path of ['/api', '/assets/nothing.js', '/assets/..%2Findex.html', '/api/v1/nothing']) {
    it(`has no page at ${path}`, async () => {
      const { status, headers, content } = await ask(path, { Accept: 'text/html' })
      expect([status, headers['content-type']]).to.deep.equal([404, 'application/json; charset=utf-8'])
      expect(JSON.parse(String(content)).error).to.equal('Not found')
    })
  }

  it('offers a new account only where anybody may open one', async () => {
    const open = await startService({ env: { ALLOW_SIGN_UP: 'true' } })
    try {
      const { body } = await request(`${open.url}/`, { dispatcher: agent })
      expect(await body.text()).to.include('<meta name="sign-up" content="open"')
    } finally {
      await open.close()
    }
    expect(String((await ask('/')).content)).to.include('<meta name="sign-up" content="closed"')
  })

  it('is only read', async () => {
    const { status, headers } = await ask('/', {}, 'POST')
    expect([status, headers['allow']]).to.deep.equal([405, 'HEAD, GET'])
    expect((await ask('/', {}, 'HEAD')).status).to.equal(200)
  })
})

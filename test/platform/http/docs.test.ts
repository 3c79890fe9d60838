import { expect } from 'chai'
import { trusting } from '../../support/client.ts'
import { sharedService, type TestService } from '../../support/service.ts'

let service: TestService
const prepare = async (): Promise<void> => {
  service = await sharedService()
}

describe('GET /openapi.json', () => {
  before(prepare)

  it('answers the document without credentials', async () => {
    const reply = await service.anonymous.get(`${service.url}/openapi.json`)
    expect(reply.status).to.equal(200)
    expect(reply.headers.get('content-type')).to.match(/^application\/json/)
    expect(reply.body.openapi).to.match(/^3\.1\./)
  })
})

describe('a file of the documentation', () => {
  before(prepare)

  it('has its length and an ETag, for which it is answered 304', async () => {
    for (const path of ['/openapi.json', '/docs', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js']) {
      const file = await trusting.request({ origin: service.url, path, method: 'GET' })
      const content = Buffer.from(await file.body.arrayBuffer())
      expect(Number(file.headers['content-length']), path).to.equal(content.length)
      const etag = String(file.headers['etag'])
      expect(etag).to.match(/^"[\w-]+"$/)
      // Not by fetch, which would add `Cache-Control: no-cache`.
      const headers = { 'If-None-Match': etag }
      const same = await trusting.request({ origin: service.url, path, method: 'GET', headers })
      expect([same.statusCode, await same.body.text()]).to.deep.equal([304, ''])
      const head = await service.anonymous.send('HEAD', `${service.url}${path}`, undefined)
      expect([head.status, head.body]).to.deep.equal([200, undefined])
      expect(head.headers.get('content-length')).to.equal(String(content.length))
    }
  })
})

describe('another method at /docs and /openapi.json', () => {
  before(prepare)

  it('is answered 405 with the methods that there are', async () => {
    for (const path of ['/docs', '/docs/start.js', '/openapi.json']) {
      const reply = await service.anonymous.post(`${service.url}${path}`)
      expect([reply.status, reply.headers.get('allow')], path).to.deep.equal([405, 'GET, HEAD'])
    }
  })
})

describe('GET /docs', () => {
  before(prepare)

  it('answers a page whose parts all come from the service itself', async () => {
    for (const path of ['/docs', '/docs/']) {
      const page = await service.anonymous.get(`${service.url}${path}`)
      expect(page.status).to.equal(200)
      expect(page.headers.get('content-type')).to.match(/^text\/html/)
      expect(page.body).not.to.match(/(?:src|href)="(?:https?:)?\/\//)
      const parts = [...page.body.matchAll(/(?:src|href)="(?<path>\/[^"]+)"/g)]
      expect(parts.length).to.be.above(2)
      for (const { groups } of parts) {
        const part = await service.anonymous.get(`${service.url}${groups?.path}`)
        expect(part.status, groups?.path).to.equal(200)
        expect(part.headers.get('content-type')).to.match(/^text\/(?:css|javascript)/)
      }
    }
  })

  it('forbids the browser to load anything from elsewhere', async () => {
    const { headers } = await service.anonymous.get(`${service.url}/docs`)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).to.contain("default-src 'none'").and.to.contain("script-src 'self'")
    expect(policy).to.contain("frame-ancestors 'none'").and.to.contain("base-uri 'none'")
    expect(policy).not.to.match(/https?:|\*/)
    expect(headers.get('x-content-type-options')).to.equal('nosniff')
  })

  it('points at the document of this service, and asks no validator elsewhere', async () => {
    const { body } = await service.anonymous.get(`${service.url}/docs/start.js`)
    expect(body).to.contain("url: '/openapi.json'").and.to.contain('validatorUrl: null')
  })
})

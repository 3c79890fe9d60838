import { expect } from 'chai'
import { trusting } from '../../support/client.ts'
import { sharedService, type TestService, type TestUser } from '../../support/service.ts'

let service: TestService
let user: TestUser
const prepare = async (): Promise<void> => {
  service = await sharedService()
  user = await service.createUser()
}

describe('An unknown path', () => {
  before(prepare)

  for (const path of [
    '/api/v1/nowhere',
    '/api/v1',
    '/api/v2/ideas',
    '/ideas',
    '/api/v1/ideas/1/nothing',
    '/api/v1/%',
    '/api/v1/%E0%A4%A',
    '//api/v1/ideas',
    '/docs/../package.json',
    '/docs/../../package.json',
    '/docs/index.html',
    '/docs/%2e%2e/package.json',
    '/docs/..%2fpackage.json',
    '/metrics',
  ]) {
    it(`answers 404 as JSON to ${path}, to everybody and every method`, async () => {
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', 'PUT'] as const) {
        // Not by the client, whose fetch takes the dots out of a path before it sends it.
        const reply = await trusting.request({ origin: service.url, path, method })
        const answer = [reply.statusCode, await reply.body.json()]
        expect(answer, method).to.deep.equal([404, { error: 'Not found' }])
      }
    })
  }
})

describe('A wrong method', () => {
  before(prepare)

  for (const [path, allowed] of [
    ['/ideas', ['GET', 'HEAD', 'POST']],
    ['/ideas/1', ['DELETE', 'GET', 'HEAD', 'PATCH']],
    ['/ideas/abc/links', ['GET', 'HEAD', 'POST']],
    ['/ideas/1/links/1', ['DELETE']],
    ['/ideas/1/relations', ['GET', 'HEAD']],
    ['/map', ['GET', 'HEAD']],
    ['/map/relations', ['POST']],
    ['/map/relations/1', ['DELETE', 'PATCH']],
    ['/tags', ['GET', 'HEAD', 'POST']],
    ['/tags/1', ['DELETE', 'PATCH']],
    ['/user/me', ['DELETE', 'GET', 'HEAD', 'PATCH']],
    ['/user/password', ['POST']],
    ['/user/sessions', ['GET', 'HEAD']],
    ['/user/sessions/x', ['DELETE']],
    ['/auth/sign-in', ['POST']],
    ['/auth/refresh', ['POST']],
    ['/user/api-keys', ['GET', 'HEAD', 'POST']],
    ['/user/api-keys/x', ['DELETE']],
    ['/health', ['GET', 'HEAD']],
    ['/health/live', ['GET', 'HEAD']],
    ['/ideas/search', ['GET', 'HEAD']],
    ['/ideas/duplicates', ['GET', 'HEAD']],
    ['/tags/bulk', ['POST']],
    ['/tags/bulky', ['DELETE', 'PATCH']],
    ['/user/byok/status', ['GET', 'HEAD']],
    ['/user/byok/provider_a', ['DELETE', 'PUT']],
  ] as const) {
    it(`answers 405 with Allow on ${path}, to everybody`, async () => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        if (allowed.some((name) => name === method)) continue
        const reply = await service.anonymous.send(method, path, undefined)
        expect([reply.status, reply.body], method).to.deep.equal([405, { error: 'Method not allowed' }])
        expect(reply.headers.get('allow')?.split(', ').sort()).to.deep.equal(allowed)
      }
    })
  }
})

describe('HEAD', () => {
  before(prepare)

  it('answers like GET without a body', async () => {
    for (const path of ['/ideas', '/tags', '/map', '/user/me', '/health']) {
      const get = await user.api.get(path)
      const head = await user.api.send('HEAD', path, undefined)
      expect([head.status, head.body], path).to.deep.equal([200, undefined])
      for (const name of ['content-type', 'x-total-count', 'link', 'etag'])
        expect(head.headers.get(name), `${name} of ${path}`).to.equal(get.headers.get(name))
    }
    expect((await service.anonymous.send('HEAD', '/ideas', undefined)).status).to.equal(401)
    expect((await user.api.send('HEAD', '/ideas/abc', undefined)).status).to.equal(404)
  })
})

describe('A known path', () => {
  before(prepare)

  it('may have a query that it does not know, and a slash at its end', async () => {
    expect((await user.api.get('/tags?unknown=1&unknown=2&__proto__=3')).status).to.equal(200)
    expect((await user.api.get('/ideas/')).status).to.equal(200)
  })

  it('may have a query that is not well-formed', async () => {
    for (const query of ['tag=%ZZ', 'tag=%ED%A0%80', 'tag=%C3%28', '%&&&==', 'tag=a%00b', 'tag[]=x', '?'])
      expect((await user.api.get(`/ideas?${query}`)).status, query).to.equal(200)
  })
})

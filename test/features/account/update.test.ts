import { expect } from 'chai'
import fc from 'fast-check'
import { brokenFields } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'

const KIB = 1024

describe('PATCH /api/v1/user/me', () => {
  let user: TestUser
  beforeEach(async () => {
    user = await newUser()
  })

  it('changes the supplied fields only, and answers the user', async () => {
    const before = (await user.api.get('/user/me')).body
    const named = await user.api.patch('/user/me', { display_name: '  Ada Löwe ' })
    expect(named.status).to.equal(200)
    const { updated_at } = named.body
    expect(named.body).to.deep.equal({ ...before, display_name: 'Ada Löwe', updated_at })
    expect(Date.parse(updated_at)).to.be.at.least(Date.parse(before.updated_at))
    const set = await user.session.patch('/user/me', { settings_json: { theme: 'dark', a: [1, null] } })
    expect(set.body).to.deep.include({
      display_name: 'Ada Löwe',
      settings_json: { theme: 'dark', a: [1, null] },
    })
    expect((await user.api.get('/user/me')).body).to.deep.equal(set.body)
  })

  it('replaces the settings whole', async () => {
    await user.api.patch('/user/me', { settings_json: { a: 1, b: { c: 2 } } })
    const { body } = await user.api.patch('/user/me', { settings_json: { b: { d: 3 } } })
    expect(body.settings_json).to.deep.equal({ b: { d: 3 } })
    expect((await user.api.patch('/user/me', { settings_json: {} })).body.settings_json).to.deep.equal({})
  })

  it('with nothing to change answers the user and changes nothing', async () => {
    const { body } = await user.api.get('/user/me')
    const etag = (await user.api.get('/map')).headers.get('etag')
    for (const input of [{}, { email: 'other@example.org', plan: 'free' }])
      expect((await user.api.patch('/user/me', input)).body).to.deep.equal(body)
    expect((await user.api.get('/map')).headers.get('etag')).to.equal(etag)
  })

  it('keeps any JSON object as it is, but for fields called __proto__', async () => {
    const settings = fc.dictionary(
      fc.string({ unit: 'grapheme' }),
      fc.jsonValue({ stringUnit: 'grapheme', noUnicodeString: false } as never),
      { noNullPrototype: true } as never,
    )
    await fc.assert(
      fc.asyncProperty(settings, async (value) => {
        const expected = JSON.parse(JSON.stringify(value), (name, inner) =>
          name === '__proto__' ? undefined : inner,
        )
        const { status, body } = await user.api.patch('/user/me', { settings_json: value })
        expect([status, body.settings_json]).to.deep.equal([200, expected])
      }),
      {
        numRuns: 50,
        examples: [[JSON.parse('{"__proto__":1,"a":{"__proto__":{"b":2}},"c":[{"__proto__":3}]}')]],
      },
    )
  })

  it('takes settings of 64 KiB as UTF-8, and no byte more', async () => {
    const room = 64 * KIB - '{"a":""}'.length
    const fitting = 'é'.repeat(room / 2)
    expect((await user.api.patch('/user/me', { settings_json: { a: fitting } })).status).to.equal(200)
    const over = await user.api.patch('/user/me', { settings_json: { a: `${fitting}x` } })
    expect(brokenFields(over)).to.deep.equal(['settings_json'])
    expect((await user.api.get('/user/me')).body.settings_json).to.deep.equal({ a: fitting })
  })

  it('refuses settings that are no object', async () => {
    const { status, body } = await user.api.patch('/user/me', { settings_json: 'dark' })
    expect([status, body.details]).to.deep.equal([
      400,
      [{ path: 'settings_json', message: 'must be an object' }],
    ])
  })

  it('happens once with an Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': `settings-${user.user_id}` }
    const first = await user.api.patch('/user/me', { display_name: 'First' }, { headers })
    await user.api.patch('/user/me', { display_name: 'Second' })
    const again = await user.api.patch('/user/me', { display_name: 'First' }, { headers })
    expect(again.body).to.deep.equal(first.body)
    expect((await user.api.get('/user/me')).body.display_name).to.equal('Second')
  })

  const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) })
  for (const [what, body, field] of [
    ['a name that is null', { display_name: null }, 'display_name'],
    ['an empty name', { display_name: ' ' }, 'display_name'],
    ['a long name', { display_name: 'x'.repeat(101) }, 'display_name'],
    ['an ill-formed name', { display_name: '\ud800' }, 'display_name'],
    ['settings that are null', { settings_json: null }, 'settings_json'],
    ['settings that are an array', { settings_json: [] }, 'settings_json'],
    ['settings that are text', { settings_json: '{}' }, 'settings_json'],
    ['ill-formed text in the settings', { settings_json: { a: [{ b: '\udc00' }] } }, 'settings_json'],
    ['an ill-formed name in the settings', { settings_json: { '\udc00': 1 } }, 'settings_json'],
    ['settings deeper than 100', { settings_json: nested(100) }, 'settings_json'],
  ] as const) {
    it(`answers 400 for ${what} and changes nothing`, async () => {
      const before = (await user.api.get('/user/me')).body
      expect(brokenFields(await user.api.patch('/user/me', body))).to.deep.equal([field])
      expect((await user.api.get('/user/me')).body).to.deep.equal(before)
    })
  }

  it('answers 400 for settings that are as deep as a body can be', async () => {
    const depth = 150_000
    const raw = `{"settings_json":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`
    const reply = await user.api.patch('/user/me', undefined, {
      raw,
      headers: { 'Content-Type': 'application/json' },
    })
    expect(brokenFields(reply)).to.deep.equal([''])
  })

  it('answers 403 to a key that may only read', async () => {
    const { body } = await user.session.post('/user/api-keys', { scopes: ['ideas:read'] })
    const reader = user.api.with({ 'X-API-Key': body.key })
    expect((await reader.patch('/user/me', { display_name: 'No' })).status).to.equal(403)
  })
})

import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { request } from 'undici'
import { trusting, type Reply } from '../../support/client.ts'
import { brokenFields, freshTitle, newIdea } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'

const MIB = 1024 * 1024

const idea = (): string => JSON.stringify({ title: freshTitle() })

/** An idea as JSON of exactly so many bytes. */
function padded(size: number): string {
  const start = `{"title":"${freshTitle()}","unknown":"`
  return `${start.padEnd(size - 2, 'x')}"}`
}

function* whiteSpace(pieces: number) {
  for (let sent = 0; sent < pieces; sent += 1) yield Buffer.alloc(64 * 1024, 0x20)
}

/** An idea with brackets in its title and a list of lists as an unknown field. */
function nested(levels: number): string {
  return `{"title":"T[{\\"[","x":${'['.repeat(levels)}${']'.repeat(levels)}}`
}

describe('A request body', () => {
  let user: TestUser
  before(async () => {
    user = await newUser()
  })
  const post = async (raw: string | Buffer, type = 'application/json'): Promise<Reply> =>
    user.api.post('/ideas', undefined, { raw, headers: { 'Content-Type': type } })

  for (const type of [
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json;',
    'application/merge-patch+json',
    'application/vnd.api+json',
  ]) {
    it(`is read as ${type}`, async () => {
      expect((await post(idea(), type)).status).to.equal(201)
      const { id } = await newIdea(user.api)
      const changed = await user.api.patch(
        `/ideas/${id}`,
        { status: 'shipped' },
        { headers: { 'Content-Type': type } },
      )
      expect([changed.status, changed.body.status]).to.deep.equal([200, 'shipped'])
    })
  }

  for (const type of [
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/x-ndjson',
    'json',
    '*/*',
    '',
  ]) {
    it(`answers 415 as ${JSON.stringify(type)}`, async () => {
      const reply = await post(idea(), type)
      expect([reply.status, reply.body]).to.deep.equal([
        415,
        { error: 'The body has a Content-Type or Content-Encoding that is not taken here' },
      ])
    })
  }

  it('answers 415 without a Content-Type, and when it is compressed', async () => {
    const headers = { 'X-API-Key': user.api_key }
    const url = `${user.api.origin}/api/v1/ideas`
    const untyped = await request(url, { method: 'POST', body: idea(), headers, dispatcher: trusting })
    expect(untyped.statusCode).to.equal(415)
    await untyped.body.dump()
    for (const encoding of ['identity', 'Identity', '']) {
      const reply = await user.api.post('/ideas', undefined, {
        raw: idea(),
        headers: { 'Content-Encoding': encoding },
      })
      expect(reply.status, encoding).to.equal(201)
    }
    for (const encoding of ['gzip', 'br', 'x']) {
      const reply = await user.api.post('/ideas', undefined, {
        raw: gzipSync(idea()),
        headers: { 'Content-Encoding': encoding },
      })
      expect(reply.status, encoding).to.equal(415)
    }
  })

  for (const [what, raw] of [
    ['an open brace', '{'],
    ['a trailing comma', '{"title":"x",}'],
    ['single quotes', "{'title':'x'}"],
    ['a comment', '{"title":"x"} // y'],
    ['two values', '{"title":"x"}{}'],
    ['a bare control character', '{"title":"a\nb"}'],
    ['NaN', '{"title":NaN}'],
    ['white space only', '  '],
    ['bytes that are not UTF-8', Buffer.from('{"title":"caf\u00e9 am See"}', 'latin1')],
    ['a cut UTF-8 sequence', Buffer.from('{"title":"\u{1f600}').subarray(0, -1)],
    ['an overlong UTF-8 sequence', Buffer.from([...Buffer.from('{"title":"'), 0xc0, 0xaf, 0x22, 0x7d])],
    ['a surrogate in UTF-8', Buffer.from([...Buffer.from('{"title":"'), 0xed, 0xa0, 0x80, 0x22, 0x7d])],
    ['UTF-16', Buffer.from('{"title":"x"}', 'utf16le')],
  ] as const) {
    it(`answers 400 for ${what}`, async () => {
      const reply = await post(raw)
      expect([reply.status, reply.body]).to.deep.equal([400, { error: 'The body is not valid JSON' }])
    })
  }

  for (const raw of ['null', '[]', '"x"', '1', 'true', '[{"title":"x"}]']) {
    it(`answers 400 for ${raw}, which is no object`, async () => {
      const reply = await post(raw)
      expect(brokenFields(reply)).to.deep.equal([''])
      expect(reply.body.details[0].message).to.equal('must be an object')
    })
  }

  it('may be nested 1,000 levels deep, but not 1,001; brackets in strings do not count', async () => {
    expect((await post(nested(999))).status).to.equal(201)
    const { status, body } = await post(nested(1_000))
    expect([status, body.details]).to.deep.equal([
      400,
      [{ path: '', message: 'must be nested at most 1000 levels deep' }],
    ])
  })

  for (const [what, title] of [
    ['a lone high surrogate', String.raw`a\ud800`],
    ['a lone low surrogate', String.raw`\udc00a`],
    ['surrogates in the wrong order', String.raw`\udc00\ud800`],
  ] as const) {
    it(`answers 400 for ${what} in its escapes`, async () => {
      const reply = await post(`{"title":"${title}"}`)
      expect(brokenFields(reply)).to.deep.equal(['title'])
      expect(reply.body.details[0].message).to.equal('must be well-formed Unicode')
    })
  }

  it('may hold escaped pairs, NUL, U+FFFD, a byte order mark, repeated and strange names', async () => {
    expect((await post(String.raw`{"title":"\ud83d\ude00 pair"}`)).body.title).to.equal('😀 pair')
    expect((await post(String.raw`{"title":"nul \u0000 in \ufffd it"}`)).body.title).to.equal(
      'nul \0 in \ufffd it',
    )
    expect((await post(`\ufeff${idea()}`)).status).to.equal(201)
    expect((await post('{"title":"first","title":"last one"}')).body.title).to.equal('last one')
    const strange = '{"title":"strange names","__proto__":{"status":"shipped"},"constructor":{"prototype":1}}'
    expect((await post(strange)).body).to.include({ title: 'strange names', status: 'captured' })
  })

  it('keeps characters that arrive in two pieces', async () => {
    const bytes = Buffer.from(JSON.stringify({ title: `${freshTitle()} 😀` }))
    const at = bytes.indexOf(0xf0) + 2
    async function* pieces() {
      yield bytes.subarray(0, at)
      await new Promise((resolve) => setImmediate(resolve))
      yield bytes.subarray(at)
    }
    const reply = await request(`${user.api.origin}/api/v1/ideas`, {
      method: 'POST',
      body: Readable.from(pieces()),
      headers: { 'X-API-Key': user.api_key, 'Content-Type': 'application/json' },
      dispatcher: trusting,
    })
    expect(((await reply.body.json()) as { title: string }).title).to.match(/ 😀$/)
    expect(reply.statusCode).to.equal(201)
  })

  it('may have exactly 1 MiB; a byte more answers 413', async () => {
    expect((await post(padded(MIB))).status).to.equal(201)
    for (const size of [MIB + 1, 3 * MIB]) {
      const reply = await post(padded(size))
      expect([reply.status, reply.body]).to.deep.equal([
        413,
        { error: 'The body is too large', max_bytes: MIB },
      ])
    }
  })

  it('answers 413 also when its length is not told before', async () => {
    const reply = await request(`${user.api.origin}/api/v1/ideas`, {
      method: 'POST',
      body: Readable.from(whiteSpace(20)),
      headers: { 'X-API-Key': user.api_key, 'Content-Type': 'application/json' },
      dispatcher: trusting,
    })
    expect(reply.statusCode).to.equal(413)
    expect(await reply.body.json()).to.deep.equal({ error: 'The body is too large', max_bytes: MIB })
    expect((await user.api.get('/ideas')).status).to.equal(200)
  })

  it('is ignored where none is declared', async () => {
    const { id } = await newIdea(user.api)
    const options = { raw: '{', headers: { 'Content-Type': 'text/plain' } }
    expect((await user.api.send('DELETE', `/ideas/${id}`, undefined, options)).status).to.equal(200)
  })
})

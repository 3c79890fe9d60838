import { expect } from 'chai'
import { brokenFields, freshTitle, newIdea } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'

/** A text of so many code points that starts differently each time. */
function long(character: string, count: number): string {
  const start = [...`${freshTitle()} `]
  const unit = [...character]
  return [...start, ...Array.from({ length: count - start.length }, (_, at) => unit[at % unit.length])].join(
    '',
  )
}

const url = (length: number): string => 'https://example.org/'.padEnd(length, 'x')

describe('Limits of an idea, in Unicode code points', () => {
  let user: TestUser
  let id: number
  before(async () => {
    user = await newUser()
    id = (await newIdea(user.api)).id
  })

  const cases: [string, string, () => unknown, boolean][] = [
    ['a title of 1 letter', 'title', () => 'x', true],
    ['a title of 200 letters', 'title', () => long('x', 200), true],
    ['a title of 201 letters', 'title', () => long('x', 201), false],
    ['a title of 200 emoji', 'title', () => long('😀', 200), true],
    ['a title of 201 emoji', 'title', () => long('😀', 201), false],
    ['a title of 100 letters with combining accents', 'title', () => long('e\u0301', 200), true],
    ['a title of 201 code points with combining accents', 'title', () => long('e\u0301', 201), false],
    ['a title of 200 letters within white space', 'title', () => `  ${long('x', 200)}\n`, true],
    ['an empty title', 'title', () => '', false],
    ['a title of white space', 'title', () => ' \t\n\u00a0\u2003\ufeff', false],
    ['a title with a lone surrogate', 'title', () => '\ud800x', false],
    ['an empty body', 'body', () => '', true],
    ['a body of 50,000 letters', 'body', () => long('x', 50_000), true],
    ['a body of 50,001 letters', 'body', () => long('x', 50_001), false],
    ['a body of 50,000 emoji', 'body', () => long('🌍', 50_000), true],
    ['a body of 50,001 emoji', 'body', () => long('🌍', 50_001), false],
    ['a body with a lone surrogate', 'body', () => 'x\udfff', false],
    ['a body with NUL and control characters', 'body', () => '\0\u0001\u007f', true],
    ['a source_url of 2,000 characters', 'source_url', () => url(2_000), true],
    ['a source_url of 2,001 characters', 'source_url', () => url(2_001), false],
    ['a source_url with a lone surrogate', 'source_url', () => 'https://x/\udc00', false],
    ['a tag of 1 letter', 'tags', () => ['x'], true],
    ['a tag of 50 letters', 'tags', () => ['x'.repeat(50)], true],
    ['a tag of 51 letters', 'tags', () => ['x'.repeat(51)], false],
    ['a tag of 50 emoji', 'tags', () => ['🚀'.repeat(50)], true],
    ['a tag of 51 emoji', 'tags', () => ['🚀'.repeat(51)], false],
    ['a tag of 50 letters within white space', 'tags', () => [` ${'y'.repeat(50)} `], true],
    ['an empty tag', 'tags', () => [''], false],
    ['a tag of white space', 'tags', () => ['\u00a0'], false],
    ['a tag with a lone surrogate', 'tags', () => ['\udbff'], false],
  ]
  for (const [what, field, value, accepted] of cases) {
    const path = field === 'tags' ? 'tags.0' : field
    it(`${accepted ? 'take' : 'refuse'} ${what}, on create and on update`, async () => {
      const given = value()
      const created = await user.api.post('/ideas?force=true', { title: freshTitle(), [field]: given })
      const updated = await user.api.patch(`/ideas/${id}`, { [field]: given })
      if (!accepted) {
        expect(brokenFields(created)).to.deep.equal([path])
        expect(brokenFields(updated)).to.deep.equal([path])
        return
      }
      expect([created.status, updated.status]).to.deep.equal([201, 200])
      const kept = field === 'body' ? given : JSON.parse(JSON.stringify(given), trimmed)
      expect(created.body[field]).to.deep.equal(kept)
      expect((await user.api.get(`/ideas/${id}`)).body[field]).to.deep.equal(kept)
    })
  }
})

function trimmed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value
}

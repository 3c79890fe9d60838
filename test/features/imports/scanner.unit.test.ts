import { expect } from 'chai'
import fc from 'fast-check'
import { scanLines, scanLists, type RawRecord } from '../../../src/features/imports/scanner.ts'
import { IMPORT_LIMITS } from '../../../src/features/imports/schema.ts'
import { Problem } from '../../../src/platform/problems.ts'

async function* chunked(text: string | Buffer, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function all(records: AsyncIterable<RawRecord>): Promise<[string, number, unknown][]> {
  const found: [string, number, unknown][] = []
  for await (const { list, index, bytes } of records) {
    found.push([list, index, bytes === undefined ? 'too large' : JSON.parse(bytes.toString())])
  }
  return found
}

async function refusal(text: string): Promise<string> {
  const error: unknown = await all(scanLists(chunked(text, 7))).catch((caught: unknown) => caught)
  return error instanceof Problem ? error.code : 'none'
}

/** What the refusal of an endless file says, and how many bytes of it were read. */
async function endless(scan: typeof scanLists, head: string, filler: string): Promise<[string, number]> {
  let bytes = 0
  const input = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from(head)
    for (const chunk = Buffer.from(filler.repeat(16_384)); ; bytes += chunk.length) yield chunk
  }
  try {
    for await (const _ of scan(input()));
  } catch (error) {
    if (error instanceof Problem) return [JSON.stringify(error.facts), bytes]
    throw error
  }
  return ['the end of what has none', bytes]
}

const list = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 5 })
const file = fc.record({
  ideas: list,
  version: fc.constantFrom(1, '1', null, true),
  tags: list,
  relations: list,
})

describe('the records of an export file', () => {
  it('are those of JSON.parse, whatever they hold and wherever the chunks end', async () => {
    await fc.assert(
      fc.asyncProperty(file, fc.integer({ min: 1, max: 64 }), fc.boolean(), async (value, size, indented) => {
        const text = JSON.stringify(value, undefined, indented ? 2 : undefined)
        const expected = (['ideas', 'tags', 'relations'] as const).flatMap((name) =>
          value[name].map((record, index) => [name, index, JSON.parse(JSON.stringify(record))]),
        )
        const records = await all(scanLists(chunked(text, size)))
        expect(records.filter(([name]) => name !== 'version')).to.deep.equal(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('are refused as soon as the file is no JSON, as JSON.parse would', async () => {
    await fc.assert(
      fc.asyncProperty(
        file,
        fc.nat(),
        fc.constantFrom('', ',', ']', '}', '"', '{', ':'),
        async (value, at, put) => {
          const text = JSON.stringify(value)
          const place = at % text.length
          const broken = text.slice(0, place) + put + text.slice(place + 1)
          const valid = await Promise.resolve(broken)
            .then(JSON.parse)
            .then(
              () => true,
              () => false,
            )
          if (valid) return
          const records = await all(scanLists(chunked(broken, 13))).catch(() => 'refused')
          expect(records).to.equal('refused')
        },
      ),
      { numRuns: 300 },
    )
  })

  it('stand by themselves: with a sign or a number before them they are no JSON', async () => {
    for (const before of ['-', '5', '1.', '1e', '""']) {
      expect(await refusal(`{"ideas":[${before}{}]}`), before).to.equal('malformed_json')
    }
  })

  it('must be objects in lists of an object', async () => {
    expect(await refusal('{"ideas":[{},1]}')).to.equal('validation_error')
    expect(await refusal('{"ideas":[[{}]]}')).to.equal('validation_error')
    expect(await refusal('[{"ideas":[]}]')).to.equal('validation_error')
    expect(await refusal('"ideas"')).to.equal('validation_error')
    expect(await refusal('')).to.equal('malformed_json')
    expect(await refusal('{"ideas":[{}],"ideas":[{}]}')).to.equal('validation_error')
  })

  it('may have 1 MiB each; of a larger one nothing is held', async () => {
    const [largest, tooLarge] = [0, 1].map(
      (more) => `{"body":"${'x'.repeat(IMPORT_LIMITS.recordBytes - 11 + more)}"}`,
    )
    const text = `{"ideas":[${largest},${tooLarge},{"a":1}]}`
    const [fits, ...others] = await all(scanLists(chunked(text, 65_536)))
    expect(fits?.[2]).to.have.property('body')
    expect(others).to.deep.equal([
      ['ideas', 1, 'too large'],
      ['ideas', 2, { a: 1 }],
    ])
  })
})

describe('a file without an end', () => {
  const { frameBytes, keyBytes, nesting, records } = IMPORT_LIMITS
  for (const [what, scan, head, filler, says, within] of [
    ['an endless key', scanLists, '{"', 'a', `${frameBytes} bytes outside its records`, 2 * frameBytes],
    ['keys too long', scanLists, '{', `"${'a'.repeat(keyBytes + 1)}":1,`, `at most ${keyBytes} bytes`, 0],
    ['endless nesting', scanLists, '{"ideas":', '[', `deeper than ${nesting} levels`, 0],
    ['nesting in a record', scanLists, '{"ideas":[', '{"a":', `deeper than ${nesting} levels`, 0],
    ['endless records', scanLists, '{"ideas":[', '{},', `at most ${records} records`, 4 * records],
    ['endless lines', scanLines, '', '0\n', `at most ${records} records`, 4 * records],
  ] as const) {
    it(`is refused as soon as it passes a limit: ${what}`, async () => {
      const [message, bytes] = await endless(scan, head, filler)
      expect(message).to.contain(says)
      expect(bytes).to.be.at.most(within)
    })
  }

  it('may have keys and nesting up to the limits', async () => {
    const key = 'k'.repeat(keyBytes)
    const value = JSON.stringify('a string as a value is not a key '.repeat(10))
    const deep = `${'['.repeat(nesting - 3)}${']'.repeat(nesting - 3)}`
    const records = await all(scanLists(chunked(`{"ideas":[],"x":${value},"${key}":[{"a":${deep}}]}`, 7)))
    expect(records.map(([list]) => list)).to.deep.equal([key])
  })
})

describe('the records of JSON Lines', () => {
  it('are its lines, counted from 1, without the empty ones, wherever the chunks end', async () => {
    const text = '{"a":1}\r\n\n  \n{"b":"ü\\n"}\n{"c":3}'
    for (const size of [1, 2, 5, 100]) {
      expect(await all(scanLines(chunked(text, size)))).to.deep.equal([
        ['lines', 1, { a: 1 }],
        ['lines', 4, { b: 'ü\n' }],
        ['lines', 5, { c: 3 }],
      ])
    }
  })

  it('may have 1 MiB each', async () => {
    const text = `{"a":"${'x'.repeat(IMPORT_LIMITS.recordBytes)}"}\n{"b":2}\n`
    expect(await all(scanLines(chunked(text, 65_536)))).to.deep.equal([
      ['lines', 1, 'too large'],
      ['lines', 2, { b: 2 }],
    ])
  })
})

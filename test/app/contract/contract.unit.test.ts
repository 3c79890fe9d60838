import { expect } from 'chai'
import { contractOf, type Document } from './contract.ts'

const id = { type: 'integer', description: 'Who it is' } as const
const document = {
  paths: {
    '/things/{id}': {
      get: {
        operationId: 'getThing',
        security: [{ apiKey: [] }],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: id },
          { name: 'kind', in: 'query', required: false, schema: { enum: ['a', 'b'], default: 'a' } },
        ],
        responses: {
          '200': {
            headers: { ETag: {} },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          '404': {},
        },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        properties: {
          id,
          name: { type: ['string', 'null'] },
          tags: { type: 'array', items: { type: 'string', maxLength: 200 } },
        },
        required: ['id', 'name'],
        additionalProperties: false,
      },
    },
  },
} as const satisfies Document

/** The document with a word in place of another one. */
function change(from: string, to: string): Document {
  const text = JSON.stringify(document)
  expect(text).to.include(from)
  return JSON.parse(text.replace(from, to)) as Document
}

describe('The contract of an OpenAPI document', () => {
  it('says what clients rely on', () => {
    expect(contractOf(document)).to.deep.equal({
      operations: {
        'GET /things/{id}': {
          id: 'getThing',
          security: 'apiKey',
          parameters: ['path id: integer', 'query kind?: "a" | "b" = "a"'],
          responses: { '200': 'Thing', '404': '' },
          headers: ['ETag'],
        },
      },
      types: {
        Thing: {
          id: 'integer',
          name: 'string | null',
          'tags?': '(string (maxLength 200))[]',
          '[name]': 'never',
        },
      },
    })
  })

  it('stays the same with other words', () => {
    expect(contractOf(change('Who it is', 'Its number'))).to.deep.equal(contractOf(document))
  })

  for (const [what, from, to] of [
    ['a path', '/things/{id}', '/thing/{id}'],
    ['a method', '"get"', '"post"'],
    ['a status that is gone', ',"404":{}', ''],
    ['another status', '"404"', '"410"'],
    ['the place of a parameter', '"in":"query"', '"in":"header"'],
    ['a parameter that must be given', '"required":false', '"required":true'],
    ['a value of an enum', '"a","b"', '"a"'],
    ['fields that are refused', ',"additionalProperties":false', ''],
    ['a field that is gone', ',"tags":{"type":"array","items":{"type":"string","maxLength":200}}', ''],
    ['a field that may be missing', '"required":["id","name"]', '"required":["id"]'],
    ['the type of a field', '["string","null"]', '"string"'],
    ['a header', 'ETag', 'Link'],
    ['a limit', '"maxLength":200', '"maxLength":100'],
    ['a default', '"default":"a"', '"default":"b"'],
  ] as const) {
    it(`changes with ${what}`, () => {
      expect(contractOf(change(from, to))).not.to.deep.equal(contractOf(document))
    })
  }
})

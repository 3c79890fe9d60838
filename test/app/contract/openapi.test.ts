import { readFileSync, writeFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect } from 'chai'
import type { Endpoint } from '../../../src/platform/http/endpoint.ts'
import { toolsFor } from '../../../src/features/assistants/tools.ts'
import { Scope } from '../../../src/platform/auth/actor.ts'
import { sharedService } from '../../support/service.ts'
import { contractOf, type Document } from './contract.ts'

const SNAPSHOT = new URL('contract.snapshot.json', import.meta.url)

type Json = Record<string, unknown>

describe('/openapi.json', () => {
  let document: Json & { info: Json; paths: Record<string, Record<string, Json>> }
  let endpoints: readonly Endpoint[]
  before(async () => {
    const { anonymous, url, application } = await sharedService()
    document = (await anonymous.get(`${url}/openapi.json`)).body
    endpoints = application.endpoints
  })

  it('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(document))
    expect(JSON.stringify(errors ?? [], null, 2)).to.equal('[]')
    expect([valid, validator.version]).to.deep.equal([true, '3.1'])
  })

  it('has every declared endpoint, and no other', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
    expect(operations.map(({ operationId }) => operationId)).to.have.members(endpoints.map(({ id }) => id))
  })

  it('refers to nothing that it does not hold', () => {
    const lost = referencesIn(document).filter((reference) => !holds(document, reference))
    expect(lost).to.deep.equal([])
  })

  it('names every parameter of every path', () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      const named = [...path.matchAll(/\{(?<name>\w+)\}/g)].map(({ groups }) => groups?.['name'])
      for (const { operationId, parameters } of Object.values(operations)) {
        const declared = (parameters as Json[]).filter((parameter) => parameter['in'] === 'path')
        expect(
          declared.map(({ name }) => name),
          String(operationId),
        ).to.deep.equal(named)
      }
    }
  })

  it('has no default of a parameter that its own schema refuses, or that a list would be sent as', () => {
    const parameters = Object.values(document.paths)
      .flatMap((path) => Object.values(path))
      .flatMap((operation) => operation['parameters'] as { name: string; schema: Json }[])
    const defaults = parameters.filter(({ schema }) => 'default' in schema)
    expect(defaults).to.have.length.above(20)
    for (const { name, schema } of defaults)
      expect(schema['type'], name).to.equal(
        { number: 'integer', boolean: 'boolean', string: 'string' }[typeof schema['default'] as 'string'],
      )
  })

  it('bounds every list that a request may bring: each entry that is wrong costs time and memory', () => {
    const { schemas } = document['components'] as { schemas: Json }
    const given = (value: unknown): Json[] => {
      if (typeof value !== 'object' || value === null) return []
      const reference = (value as Json)['$ref']
      const target = typeof reference === 'string' ? schemas[reference.split('/').at(-1) ?? ''] : undefined
      return [value as Json, ...Object.values(target ?? value).flatMap(given)]
    }
    const requests = Object.values(document.paths)
      .flatMap((path) => Object.values(path))
      // Its records are read one by one; the lists in each are bounded.
      .filter(({ operationId }) => operationId !== 'importIdeas')
      .flatMap(({ parameters, requestBody }) => given([parameters, requestBody]))
    const lists = [...requests, ...toolsFor(Scope.options).flatMap(({ inputSchema }) => given(inputSchema))]
    const arrays = lists.filter(({ type }) => type === 'array')
    expect(arrays).to.have.length.above(10)
    for (const list of arrays) expect(list, JSON.stringify(list)).to.have.property('maxItems')
  })

  it('says how long to wait after a 429 or 503', () => {
    const answers = Object.entries(document.paths)
      .filter(([path]) => path !== '/api/v1/health')
      .flatMap(([, operations]) => Object.values(operations))
      .flatMap(({ responses }) => Object.entries(responses as Record<string, Json>))
    for (const wanted of ['429', '503']) {
      const found = answers.filter(([status]) => status === wanted)
      expect(found, wanted).to.have.length.above(10)
      for (const [, { headers }] of found) expect(headers).to.have.property('Retry-After')
    }
  })

  it('has the answers that are neither success nor error: 304 of the map, 503 of health', () => {
    const answers = (path: string): Json => document.paths[`/api/v1${path}`]?.['get']?.['responses'] as Json
    expect(answers('/map')['304']).not.to.have.property('content')
    expect(answers('/health')['503']).to.deep.equal({
      ...(answers('/health')['200'] as Json),
      description: 'It cannot: the database does not answer, or the service shuts down',
    })
  })

  it('is for clients as in test/app/contract/contract.snapshot.json; UPDATE_SNAPSHOT=1 rewrites that', () => {
    const contract = contractOf(document as unknown as Document)
    if (process.env['UPDATE_SNAPSHOT'] === '1') {
      writeFileSync(SNAPSHOT, `${JSON.stringify(contract, undefined, 2)}\n`)
    }
    expect(contract).to.deep.equal(JSON.parse(readFileSync(SNAPSHOT, 'utf8')))
  })
})

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  )
}

function holds(document: Json, reference: string): boolean {
  if (!reference.startsWith('#/')) return false
  let place: unknown = document
  for (const step of reference.slice(2).split('/')) place = (place as Json | undefined)?.[step]
  return place !== undefined
}

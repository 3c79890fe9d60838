import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { PROBLEMS } from '../../src/platform/problems.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  days: 86_400_000,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
}
/** Constants that are limits by their names; `MAX_…` only where schemas and their refusals are. */
const LIMIT = /^export const (?<name>\w+_LIMITS|\w+_PER_IDEA|\w+_PER_ACCOUNT|MAX_\w+)\b/gm
const SCHEMAS = /(?:schema|problem-details)\.ts$/

type Row = Readonly<{ what: string; value: number; refusal: string; declared: readonly string[] }>
type Contract = Readonly<{
  types: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  operations: Readonly<Record<string, Readonly<{ parameters: readonly string[] }>>>
}>

describe('docs/limits.md', () => {
  const rows = readFileSync(path.join(ROOT, 'docs/limits.md'), 'utf8').split('\n').flatMap(rowOf)
  const told = new Map(rows.flatMap(({ declared, value }) => declared.map((place) => [place, value])))
  let declared: Map<string, number>
  before(async () => {
    declared = new Map([...(await constants()), ...fields(), ...parameters()])
  })

  it('has every limit that the code exports and every length that the OpenAPI document has, and no other', () => {
    expect([...told.keys()].sort()).to.deep.equal([...declared.keys()].sort())
  })

  it('says how many of each', () => {
    expect(Object.fromEntries(told)).to.deep.equal(Object.fromEntries(declared))
    for (const { what, value, declared: places } of rows)
      for (const place of places) expect(declared.get(place), what).to.equal(value)
  })

  it('names refusals with their status, whose sentences name the limit', () => {
    const refusals = rows.flatMap(({ refusal, value }) =>
      [...refusal.matchAll(/(?<status>\d{3}) `(?<code>\w+)`/g)].map(({ groups }) => ({ ...groups, value })),
    ) as { status: string; code: keyof typeof PROBLEMS; value: number }[]
    expect(refusals.length).to.be.above(10)
    for (const { status, code, value } of refusals) {
      expect(PROBLEMS[code].status, code).to.equal(Number(status))
      if (/_too_(?:many|long)$/.test(code)) expect(PROBLEMS[code].text).to.contain(value.toLocaleString('en'))
    }
  })
})

/** A row of a table, by its four cells. */
function rowOf(line: string): Row[] {
  const [, what = '', most = '', refusal = '', declared = ''] = line.split('|').map((cell) => cell.trim())
  const { number = '', unit = '' } = /^(?<number>[\d,]+) ?(?<unit>\w*)/.exec(most)?.groups ?? {}
  if (number === '') return []
  const value = Number(number.replaceAll(',', '')) * (UNITS[unit] ?? 1)
  return [
    { what, value, refusal, declared: [...declared.matchAll(/`([^`]+)`/g)].map(([, place = '']) => place) },
  ]
}

/** The exported limits, and the numbers in objects of them, by name. */
async function constants(): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const file of globSync('src/**/*.ts', { cwd: ROOT })) {
    const text = readFileSync(path.join(ROOT, file), 'utf8')
    const names = [...text.matchAll(LIMIT)].map(({ groups }) => groups?.['name'] ?? '')
    for (const name of names.filter((one) => !one.startsWith('MAX_') || SCHEMAS.test(file))) {
      const module = (await import(path.join(ROOT, file))) as Record<string, unknown>
      for (const [place, value] of numbersIn(name, module[name])) found.set(place, value)
    }
  }
  return found
}

function numbersIn(name: string, value: unknown): [string, number][] {
  if (typeof value === 'number') return [[name, value]]
  return Object.entries(value as object).flatMap(([key, inner]) => numbersIn(`${name}.${key}`, inner))
}

/** The lengths of fields in the recorded contract, by type and field. */
function fields(): [string, number][] {
  return Object.entries(contract().types).flatMap(([type, shape]) =>
    Object.entries(typeof shape === 'string' ? {} : shape).flatMap(([field, schema]) =>
      mostOf(`${type}.${field.replace(/\?$/, '')}`, schema),
    ),
  )
}

/** Those of query parameters, with a question mark before their names, and of headers. */
function parameters(): [string, number][] {
  return Object.values(contract().operations).flatMap((operation) =>
    operation.parameters.flatMap((parameter) => {
      const {
        where,
        name,
        schema = '',
      } = /^(?<where>\w+) (?<name>[\w-]+)\??: (?<schema>.*)$/.exec(parameter)?.groups ?? {}
      return mostOf(where === 'query' ? `?${name}` : String(name), schema)
    }),
  )
}

/** Of a list it is the length of the list: its entries have limits of their own. */
function mostOf(place: string, schema: string): [string, number][] {
  const most = /maxItems (\d+)/.exec(schema) ?? /maxLength (\d+)/.exec(schema)
  return most === null ? [] : [[place, Number(most[1])]]
}

function contract(): Contract {
  const file = path.join(ROOT, 'test/app/contract/contract.snapshot.json')
  return JSON.parse(readFileSync(file, 'utf8')) as Contract
}

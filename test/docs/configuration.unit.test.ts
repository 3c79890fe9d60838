import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { Environment } from '../../src/app/config.ts'

const FILE = path.resolve(import.meta.dirname, '../../docs/configuration.md')
/** What the words of the tables stand for where they are no value. */
const WORDS: Readonly<Record<string, string>> = { none: '', '': '', 'made in `DATA_DIR`': '' }

type Documented = Readonly<{ name: string; byDefault: string }>

describe('docs/configuration.md', () => {
  const documented = readFileSync(FILE, 'utf8').split('\n').flatMap(variablesOf)

  it('names every variable that the service reads, once, and no other but those of the tests', () => {
    const names = documented.map(({ name }) => name).filter((name) => !name.startsWith('TEST_'))
    expect(names.sort()).to.deep.equal(Object.keys(Environment.shape).sort())
  })

  it('tells the default of each', () => {
    for (const [name, schema] of Object.entries(Environment.shape)) {
      const { success, data } = schema.safeParse(undefined)
      expect(success, name).to.equal(true)
      const told = documented.find((variable) => variable.name === name)?.byDefault
      expect(told, name).to.equal(data === undefined ? '' : String(data))
    }
  })
})

/** The variables in the first cell of a row, and their defaults in the second. */
function variablesOf(line: string): Documented[] {
  const [, names = '', defaults = '', meaning] = line.split('|').map((cell) => cell.trim())
  if (!names.startsWith('`')) return []
  const given = meaning === undefined || meaning === '' ? '' : defaults
  const values = given in WORDS ? [] : given.split(', ')
  return names.split(', ').map((name, place) => {
    const value = values[place] ?? ''
    return { name: name.replaceAll('`', ''), byDefault: WORDS[value] ?? value.replaceAll('`', '') }
  })
}

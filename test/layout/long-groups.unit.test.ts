import { globSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { LONG_GROUPS, longTests, matches, NORMAL_PATHS } from '../support/long-groups.ts'

const root = path.resolve(import.meta.dirname, '../..')
const files = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))

describe('the groups of long tests', () => {
  const patterns = [...LONG_GROUPS.flatMap(({ paths }) => paths), ...NORMAL_PATHS]

  it('or the normal suite have every file of src and cypher', () => {
    const sources = [...files('src/**/*'), ...files('cypher/**/*')]
    expect(sources).to.have.length.above(300)
    expect(sources.filter((file) => !matches(file, patterns))).to.deep.equal([])
  })

  it('name no path that matches nothing', () => {
    expect(patterns.filter((pattern) => files(pattern).length === 0)).to.deep.equal([])
  })

  it('have tests that exist, each in one group', () => {
    const tests = longTests()
    expect(tests.filter((file) => !files('test/**/*.test.ts').includes(file))).to.deep.equal([])
    expect(new Set(tests)).to.have.property('size', tests.length)
  })
})

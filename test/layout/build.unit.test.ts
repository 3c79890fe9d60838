import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { parse } from 'jsonc-parser'

const ROOT = path.resolve(import.meta.dirname, '../..')

describe('The build', () => {
  it('has every program, also those that no file imports because they are started by their paths', () => {
    const { files } = parse(readFileSync(path.join(ROOT, 'tsconfig.build.json'), 'utf8')) as {
      files: string[]
    }
    const programs = globSync(['src/app/{server,worker}.ts', 'src/local/start.ts', 'src/**/*-entry.ts'], {
      cwd: ROOT,
    })
    expect(files).to.have.members(programs)
  })
})

import { expect } from 'chai'
import { OperatorError } from '../../src/platform/operator-error.ts'
import { readInstance, removeInstance, writeInstance, type Instance } from '../../src/local/instance.ts'
import { lockDataDir } from '../../src/local/lock.ts'
import { temporaryFolders } from './npm-start.ts'

const instance: Instance = {
  pid: 4711,
  url: 'https://localhost:8443',
  neo4j: { uri: 'bolt://127.0.0.1:7687', user: 'neo4j', password: 'secret', database: 'neo4j', pid: 4712 },
  redis: { cluster: false, url: 'redis://127.0.0.1:6379', container: 'idea-repository-redis' },
}

describe('a data folder', () => {
  const folders = temporaryFolders()
  after(() => folders.remove())

  it('belongs to one start at a time, and the refusal names that one', () => {
    const dataDir = folders.make()
    const lock = lockDataDir(dataDir)
    writeInstance(dataDir, instance)
    expect(() => lockDataDir(dataDir)).to.throw(OperatorError, '(process 4711, https://localhost:8443)')
    lock[Symbol.dispose]()
    lockDataDir(dataDir)[Symbol.dispose]()
  })

  it('tells of the instance that runs with it, and of none when there is none', () => {
    const dataDir = folders.make()
    expect(readInstance(dataDir)).to.equal(undefined)
    writeInstance(dataDir, instance)
    expect(readInstance(dataDir)).to.deep.equal(instance)
    removeInstance(dataDir)
    expect(readInstance(dataDir)).to.equal(undefined)
  })
})

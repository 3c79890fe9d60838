import { expect } from 'chai'
import { parseJava } from '../../src/local/java.ts'

describe('the search for a Java', () => {
  it('reads home and version from what java says of itself', () => {
    const settings = `Property settings:
    java.home = /opt/some where/jdk
    java.specification.version = 25
    java.vm.specification.version = 26
openjdk version "25.0.3" 2026-04-21 LTS`
    expect(parseJava(settings)).to.deep.equal({ home: '/opt/some where/jdk', version: 25 })
  })

  it('takes Java 8, which counts as 1.8, for no Java it can use', () => {
    expect(parseJava('java.home = /opt/jdk8\njava.specification.version = 1.8\n')).to.equal(undefined)
  })
})

import { expect } from 'chai'
import { downloadedBytes } from '../../src/local/maven-run.ts'

const line = (size: string) =>
  `[INFO] Downloaded from central: https://host.example/a.jar (${size} at 3.1 MB/s)`

describe('the progress of a Maven download', () => {
  it('counts the size that each finished file is told with', () => {
    expect(['312 B', '4.5 kB', '12 MB'].map((size) => downloadedBytes(line(size)))).to.deep.equal([
      312, 4500, 12e6,
    ])
  })

  it('passes over every other line', () => {
    expect(downloadedBytes('[INFO] Downloading from central: https://host.example/a.jar')).to.equal(undefined)
    expect(downloadedBytes('[INFO] BUILD SUCCESS')).to.equal(undefined)
  })
})

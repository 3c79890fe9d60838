import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { MODEL } from '../../src/platform/embeddings/model-files.ts'
import { MAVEN_IMAGE } from '../../src/local/images.ts'

describe('the Dockerfile', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../Dockerfile'), 'utf8')

  it('brings the model that the service looks for, with the same Maven', () => {
    expect(text).to.include(`FROM ${MAVEN_IMAGE} AS model`)
    expect(text).to.include('COPY --from=model /model/models models\n')
    const { name, artifact, files } = MODEL
    expect(text).to.include(`-Dartifact=${artifact} `)
    for (const file of files) expect(text).to.include(`mv ${file.inJar} models/${name}/${file.name}`)
  })
})

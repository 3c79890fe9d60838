import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { MODEL_KINDS, MODELS } from '../../src/embeddings/model-files.ts'
import { mavenImage } from '../../src/local/images.ts'

describe('the Dockerfile', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../Dockerfile'), 'utf8')

  it('brings the models that the service looks for, with the same Maven', () => {
    expect(text).to.include(`FROM ${mavenImage} AS model`)
    expect(text).to.include('COPY --from=model /model/models models\n')
    for (const { name, artifact, files } of MODEL_KINDS.map((kind) => MODELS[kind])) {
      expect(text).to.include(`-Dartifact=${artifact} `)
      for (const file of files) expect(text).to.include(`mv ${file.inJar} models/${name}/${file.name}`)
    }
  })
})

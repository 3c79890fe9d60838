import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { LOCAL_MODEL, MODEL_ARTIFACT, MODEL_FILES } from '../../src/embeddings/model-files.ts'
import { mavenImage } from '../../src/local/images.ts'

describe('the Dockerfile', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../Dockerfile'), 'utf8')

  it('brings the model that the service looks for, with the same Maven', () => {
    expect(text).to.include(`FROM ${mavenImage} AS model`)
    expect(text).to.include(`-Dartifact=${MODEL_ARTIFACT} `)
    for (const { inJar, name } of MODEL_FILES) expect(text).to.include(`mv ${inJar} files/${name}`)
    expect(text).to.include(`/model/files models/${LOCAL_MODEL}\n`)
  })
})

import { expect } from 'chai'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../../src/config.ts'
import { isWholeModel, modelFolder } from '../../src/embeddings/model-files.ts'
import { bringModel } from '../../src/local/model.ts'
import { onPath } from '../../src/local/programs.ts'
import { pathWithout, temporaryFolders } from './npm-start.ts'

describe('the download of the embedding model', function () {
  this.timeout(120_000)
  const folders = temporaryFolders()
  const dataDir = folders.make()
  const folder = modelFolder(dataDir)
  const usualPath = process.env['PATH'] ?? ''
  const nothingLeft = () => expect(readdirSync(path.dirname(folder))).to.deep.equal([path.basename(folder)])
  const bring = (into = dataDir, signal = new AbortController().signal) =>
    bringModel('search', into, { logDir: path.join(dataDir, 'logs'), signal })

  before(function () {
    if (onPath('mvn') === undefined) this.skip()
  })
  afterEach(() => {
    process.env['PATH'] = usualPath
  })
  after(() => folders.remove())

  it('brings the two files by Maven and leaves nothing else', async () => {
    await bring()
    expect(await isWholeModel(folder)).to.equal(true)
    expect(readdirSync(folder).sort()).to.deep.equal(['model.onnx', 'tokenizer.json'])
    nothingLeft()
  })

  it('needs no Maven when they are there', async () => {
    process.env['PATH'] = ''
    expect(await bring()).to.equal(folder)
  })

  it('brings them again when one is damaged, and removes what a process left that died meanwhile', async () => {
    writeFileSync(path.join(folder, 'tokenizer.json'), '{}')
    mkdirSync(`${folder}.draft-2147483646`)
    await bring()
    expect(await isWholeModel(folder)).to.equal(true)
    nothingLeft()
  })

  it('says what is missing where nothing can bring it', async () => {
    const other = folders.make()
    process.env['PATH'] = pathWithout(folders.make(), ['mvn', 'docker', 'podman'])
    const error = await bring(other).catch((reason: unknown) => reason)
    expect(error).to.be.instanceOf(OperatorError)
    expect((error as OperatorError).message).to.match(/^neither Maven nor Docker or Podman is here/)
    expect(readdirSync(path.join(other, 'models'))).to.deep.equal([])
  })

  it('says where to read more when Maven fails, and keeps what was there', async () => {
    const other = folders.make()
    const damaged = path.join(modelFolder(other), 'model.onnx')
    mkdirSync(path.dirname(damaged), { recursive: true })
    writeFileSync(damaged, '')
    process.env['PATH'] = pathWithout(folders.make(), ['mvn'])
    writeFileSync(path.join(process.env['PATH'], 'mvn'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    const error = await bring(other).catch((reason: unknown) => reason)
    expect((error as OperatorError).message).to.match(
      /^Maven could not bring the embedding model: see .*maven\.log$/,
    )
    expect(readdirSync(path.join(other, 'models'))).to.deep.equal(['bge-small-en-v1.5'])
  })

  it('leaves nothing when it is stopped in its midst', async () => {
    const other = folders.make()
    const stop = new AbortController()
    const bringing = bring(other, stop.signal).catch((reason: unknown) => reason)
    while (!existsSync(`${modelFolder(other)}.draft-${String(process.pid)}`)) await sleep(10)
    await sleep(1_000)
    stop.abort()
    expect(await bringing).to.include({ name: 'AbortError' })
    expect(readdirSync(path.join(other, 'models'))).to.deep.equal([])
  })
})

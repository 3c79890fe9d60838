import { expect } from 'chai'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import which from 'which'
import { OperatorError } from '../../src/platform/operator-error.ts'
import { isWholeModel, modelFolder } from '../../src/platform/embeddings/model-files.ts'
import { downloadModel } from '../../src/local/model.ts'
import { until } from '../support/until.ts'
import { pathWithout, temporaryFolders } from './npm-start.ts'

describe('the download of the embedding model', function () {
  const folders = temporaryFolders()
  const dataDir = folders.make()
  const folder = modelFolder(dataDir)
  const usualPath = process.env['PATH'] ?? ''
  const nothingLeft = () => expect(readdirSync(path.dirname(folder))).to.deep.equal([path.basename(folder)])
  const bring = (into = dataDir, signal = new AbortController().signal) =>
    downloadModel(into, { logDir: path.join(dataDir, 'logs'), signal })

  before(function () {
    if (which.sync('mvn', { nothrow: true }) === null) this.skip()
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
    const [other, programs] = [folders.make(), folders.make()]
    const stop = new AbortController()
    // A Maven that has begun and never ends.
    const begun = path.join(programs, 'begun')
    writeFileSync(path.join(programs, 'mvn'), `#!/bin/sh\ntouch '${begun}'\nexec sleep 600\n`, {
      mode: 0o755,
    })
    process.env['PATH'] = [programs, usualPath].join(path.delimiter)
    const bringing = bring(other, stop.signal).catch((reason: unknown) => reason)
    await until('Maven has begun', () => existsSync(begun))
    stop.abort()
    expect(await bringing).to.include({ name: 'AbortError' })
    expect(readdirSync(path.join(other, 'models'))).to.deep.equal([])
  })
})

import { mkdir, mkdtemp, readdir, rm, rmdir, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import {
  createMapSpool,
  MAP_SPOOL_LIMITS,
  type MapEncoding,
  type SpooledMap,
} from '../../../src/features/map/spool.ts'

const JSON_TEXT = JSON.stringify(Array.from({ length: 100_000 }, (_, index) => index))

describe('The spool of maps', () => {
  let folder: string
  let spool: ReturnType<typeof createMapSpool>
  let map: SpooledMap
  const opened = async (encoding: MapEncoding) => (await spool.open(map, encoding)) ?? expect.fail('is gone')
  const parts = async () => (await (await opened('identity')).stream.toArray()) as Buffer[]

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'ideas-maps-'))
    spool = createMapSpool(folder)
    const file = await spool.write(async (output) => {
      await new Promise<void>((resolve) => output.end(JSON_TEXT, resolve))
    })
    map = await spool.keep('user', '1', file)
  })
  afterEach(async () => {
    await spool.close()
    await rm(folder, { recursive: true })
  })

  it('gives the same bytes to all readers, and says how many they are', async () => {
    const readers = await Promise.all(Array.from({ length: 8 }, async () => opened('identity')))
    for (const { bytes, stream } of readers) {
      expect(await text(stream)).to.equal(JSON_TEXT)
      expect(bytes).to.equal(JSON_TEXT.length)
    }
  })

  it('reads each part of a map once for readers at the same time', async () => {
    const [one, ...others] = await Promise.all(Array.from({ length: 8 }, parts))
    for (const [at, part] of (one ?? []).entries())
      for (const other of others) expect(other[at] === part, `part ${at}`).to.equal(true)
  })

  it('compresses a map once, when that is first asked for', async () => {
    expect(await readdir(folder)).to.have.lengthOf(1)
    // The copy is created exclusively: a second one would fail.
    const readers = await Promise.all(Array.from({ length: 8 }, async () => opened('gzip')))
    for (const { bytes, stream } of [...readers, await opened('gzip')]) {
      const packed = await buffer(stream)
      expect(packed).to.have.lengthOf(bytes)
      expect(gunzipSync(packed).toString()).to.equal(JSON_TEXT)
    }
    expect(await readdir(folder)).to.have.lengthOf(2)
  })

  it('removes a map that is larger than all may be, like one that was replaced', async () => {
    const file = path.join(folder, 'large.json')
    await writeFile(file, '')
    await truncate(file, MAP_SPOOL_LIMITS.bytes + 1)
    await spool.keep('another user', '1', file)
    expect(spool.find('another user')).to.equal(undefined)
    await spool.close()
    expect(await readdir(folder)).to.deep.equal([])
  })

  it('tells of a copy that it cannot write, and makes it when it can', async () => {
    await mkdir(`${map.file}.gzip`)
    const failure = await spool.open(map, 'gzip').catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(Error)
    await rmdir(`${map.file}.gzip`)
    expect(gunzipSync(await buffer((await opened('gzip')).stream)).toString()).to.equal(JSON_TEXT)
  })

  it('says that a map is gone whose file was removed, and leaves no copy of it', async () => {
    await spool.remove(map.file)
    expect([await spool.open(map, 'identity'), await spool.open(map, 'gzip')]).to.deep.equal([
      undefined,
      undefined,
    ])
    expect(await readdir(folder)).to.deep.equal([])
  })

  it('lets who reads a map finish after it was removed, and leaves no file', async () => {
    const { stream } = await opened('identity')
    await (await opened('gzip')).stream.destroy()
    await spool.close()
    expect(await readdir(folder)).to.deep.equal([])
    expect(await text(stream)).to.equal(JSON_TEXT)
    expect(await spool.open(map, 'identity')).to.equal(undefined)
  })
})

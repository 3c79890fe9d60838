import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect } from 'chai'
import { request } from 'undici'
import { Client, trusting } from '../../support/client.ts'
import { newIdea } from '../../support/factories.ts'
import { AS_NPM_START, peakResidentMbDuring } from '../../support/resident-memory.ts'
import { newUser } from '../../support/service.ts'
import { startServiceProcess } from '../../support/service-process.ts'
import { attach } from './files.ts'

const MIB = 1_048_576
const FILES = 50

describe('the memory of the service', () => {
  it('grows by less than 64 MiB while 500 MiB of attachments are uploaded, exported as an archive and imported', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ideas-archive-'))
    const service = await startServiceProcess(AS_NPM_START)
    const archive = path.join(folder, 'all.zip')
    const bytes = randomBytes(10 * MIB)

    const upload = async ({ headers }: Client, files: number): Promise<void> => {
      const api = new Client(service.url, headers)
      let idea = 0
      for (let count = 0; count < files; count += 1) {
        if (count % 20 === 0) idea = (await newIdea(api)).id
        expect((await attach(api, idea, bytes)).status).to.equal(201)
      }
    }
    const exportAll = async ({ headers }: Client): Promise<void> => {
      const { body } = await request(`${service.url}/api/v1/user/export?format=archive`, {
        method: 'POST',
        headers,
        dispatcher: trusting,
      })
      await pipeline(body, createWriteStream(archive))
    }
    const importAll = async ({ headers }: Client, files: number): Promise<void> => {
      const { body } = await request(`${service.url}/api/v1/user/import?format=archive`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/zip' },
        body: createReadStream(archive),
        dispatcher: trusting,
        headersTimeout: 200_000,
      })
      expect(await body.json()).to.include({ links: files })
    }
    /** The peaks of uploading, exporting and importing files, from one new account to another. */
    const peaksWith = async (files: number): Promise<number[]> => {
      const [from, to] = [(await newUser()).api, (await newUser()).api]
      return [
        await peakResidentMbDuring(service.pid, async () => upload(from, files)),
        await peakResidentMbDuring(service.pid, async () => exportAll(from)),
        await peakResidentMbDuring(service.pid, async () => importAll(to, files)),
      ]
    }
    try {
      const before = await peaksWith(1)
      const peaks = await peaksWith(FILES)
      expect((await stat(archive)).size).to.be.greaterThan(FILES * 10 * MIB)
      const grown = peaks.map((peak, at) => peak - (before[at] ?? 0))
      expect(Math.max(...grown), `MB above ${before}: ${grown}`).to.be.lessThan((64 * MIB) / 1e6)
    } finally {
      await service.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })
})

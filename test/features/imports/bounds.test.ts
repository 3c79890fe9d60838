import { expect } from 'chai'
import { fetch } from 'undici'
import { IMPORT_LIMITS } from '../../../src/features/imports/schema.ts'
import { trusting } from '../../support/client.ts'
import { AS_NPM_START, peakResidentMbDuring } from '../../support/resident-memory.ts'
import { startServiceProcess, type ServiceProcess } from '../../support/service-process.ts'
import { newUser, type TestUser } from '../../support/service.ts'

const MIB = 1_048_576
const GIB = 1_024 * MIB
const JSON_FILE = 'application/json'
const JSON_LINES = 'application/x-ndjson'

/** A body: a head, then a filler as often as it fits into so many bytes, then a tail. */
type Body = Readonly<{ type: string; head?: string; filler: string; bytes: number; tail?: string }>

async function* piecesOf({ head = '', filler, bytes, tail = '' }: Body): AsyncGenerator<Buffer> {
  const piece = Buffer.from(filler.repeat(Math.max(1, Math.floor(65_536 / filler.length))))
  const last = bytes - head.length - tail.length
  yield Buffer.from(head)
  for (let sent = 0; sent + piece.length <= last; sent += piece.length) yield piece
  yield Buffer.from(tail)
}

/** Ideas of which each is the parent of the next, and as many relations between them. */
async function* chain(): AsyncGenerator<Buffer> {
  for (let id = 1; id <= IMPORT_LIMITS.records / 2; id += 1) {
    const relation = {
      type: 'relation',
      source_idea_id: id,
      target_idea_id: Math.max(1, id - 1) + (id === 1 ? 1 : 0),
    }
    const idea = { id, title: `Idea ${id}`, parent_id: id === 1 ? null : id - 1, tags: [`tag ${id % 50}`] }
    yield Buffer.from(`${JSON.stringify(idea)}\n${JSON.stringify(relation)}\n`)
  }
}

/** The directory of a ZIP archive (APPNOTE.TXT, 4.3.12 and 4.3.16) whose entries have the longest names and comments, and no files. */
async function* zipOfComments(count: number): AsyncGenerator<Buffer> {
  const longest = 65_535
  const entry = Buffer.alloc(46 + 2 * longest, 'c')
  entry.fill(0, 0, 46).writeUInt32LE(0x02014b50)
  entry.writeUInt16LE(longest, 28)
  entry.writeUInt16LE(longest, 32)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  for (const at of [8, 10]) end.writeUInt16LE(count, at)
  end.writeUInt32LE(count * entry.length, 12)
  for (let sent = 0; sent < count; sent += 1) yield entry
  yield end
}

const SEVENTY_THOUSAND_LINKS = `{"title":"T","links":[${'{"url":"a:b"},'.repeat(69_999)}{"url":"a:b"}]}\n`

const UPLOADS: Readonly<Record<string, Body & { status: number; says: string }>> = {
  'a key of 300 MB': {
    type: JSON_FILE,
    head: '{"',
    filler: 'a',
    bytes: 300 * MIB,
    status: 400,
    says: `must have at most ${IMPORT_LIMITS.frameBytes} bytes outside its records`,
  },
  'lists within lists': {
    type: JSON_FILE,
    head: '{"ideas":',
    filler: '[',
    bytes: GIB,
    status: 400,
    says: `must not be nested deeper than ${IMPORT_LIMITS.nesting} levels`,
  },
  'half a billion lines': {
    type: JSON_LINES,
    filler: '0\n',
    bytes: GIB,
    status: 400,
    says: `must have at most ${IMPORT_LIMITS.records} records`,
  },
  'nothing but empty lines': {
    type: JSON_LINES,
    filler: '\n',
    bytes: GIB,
    status: 200,
    says: '"ideas":0',
  },
  'ideas with 70,000 links each': {
    type: JSON_LINES,
    filler: SEVENTY_THOUSAND_LINKS,
    bytes: GIB,
    status: 400,
    says: `must have at most ${IMPORT_LIMITS.recordParts} objects and lists`,
  },
  'ideas with as many objects as a record may have': {
    type: JSON_LINES,
    filler: `{"title":"T","x":[${'{},'.repeat(IMPORT_LIMITS.recordParts - 3)}{}]}\n`,
    bytes: GIB,
    status: 200,
    says: '"rejected_count":0',
  },
  'one huge string': {
    type: JSON_FILE,
    head: '{"ideas":[{"title":"',
    filler: 'a',
    bytes: GIB,
    tail: '"}]}',
    status: 400,
    says: 'is larger than 1 MiB',
  },
  'more than 1 GiB': {
    type: JSON_LINES,
    filler: `{"title":"T","body":"${'a'.repeat(900_000)}"}\n`,
    bytes: GIB + 4 * MIB,
    status: 413,
    says: `"max_bytes":${GIB}`,
  },
  'empty lists in a list that should hold records': {
    type: JSON_FILE,
    head: '{"ideas":[[]',
    filler: ',[]',
    bytes: IMPORT_LIMITS.frameBytes - 65_536,
    tail: ']}',
    status: 400,
    says: 'must hold objects only',
  },
}

describe('An upload of up to 1 GiB', () => {
  let service: ServiceProcess
  let user: TestUser
  before(async () => {
    service = await startServiceProcess(AS_NPM_START)
  })
  beforeEach(async () => {
    user = await newUser()
  })
  after(async () => service.stop())

  const send = async (type: string, body: AsyncGenerator<Buffer>): Promise<[number, string]> => {
    const response = await fetch(`${service.url}/api/v1/user/import?dry_run=true`, {
      method: 'POST',
      dispatcher: trusting,
      headers: { 'X-API-Key': user.api_key, 'Content-Type': type },
      body,
      duplex: 'half',
    })
    return [response.status, await response.text()]
  }
  const small = async (): Promise<void> => {
    const body = { filler: '{"title":"A","tags":["b"]}\n', bytes: 4 * 65_536, type: JSON_LINES }
    expect((await send(JSON_LINES, piecesOf(body)))[0]).to.equal(200)
  }
  /** How far the peak memory of the process rises above that of a small import, MiB. */
  const growthDuring = async (work: () => Promise<void>): Promise<number> => {
    const before = await peakResidentMbDuring(service.pid, small)
    const growth = ((await peakResidentMbDuring(service.pid, work)) - before) * (1e6 / MIB)
    process.stdout.write(`    ${growth.toFixed(0)} MiB\n`)
    return growth
  }

  for (const [what, { status, says, ...body }] of Object.entries(UPLOADS)) {
    it(`is answered within 64 MiB of memory: ${what}`, async () => {
      const growth = await growthDuring(async () => {
        const [answered, text] = await send(body.type, piecesOf(body))
        expect([answered, text]).to.satisfy(
          () => answered === status && text.includes(says),
          `${answered} ${text.slice(0, 500)}`,
        )
      })
      expect(growth, 'MiB').to.be.lessThan(64)
    })
  }

  it('is answered within 64 MiB of memory: a ZIP archive of comments', async () => {
    const growth = await growthDuring(async () => {
      const [status, text] = await send('application/zip', zipOfComments(500))
      expect([status, text.includes('must be a ZIP archive of an export')], text).to.deep.equal([400, true])
    })
    expect(growth, 'MiB').to.be.lessThan(64)
  })

  it('is judged within 64 MiB of memory when it holds as many records as it may', async () => {
    const growth = await growthDuring(async () => {
      const [status, text] = await send(JSON_LINES, chain())
      expect([status, text]).to.satisfy(
        () => status === 200 && text.includes(`"ideas":${IMPORT_LIMITS.records / 2}`),
        text,
      )
    })
    expect(growth, 'MiB').to.be.lessThan(64)
  })
})

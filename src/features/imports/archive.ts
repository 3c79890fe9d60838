import path from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { openPromise, type Entry } from 'yauzl'
import { Problem } from '../../platform/problems.ts'
import { IMPORT_LIMITS } from './schema.ts'

/** An uploaded archive of an export (`POST /user/export?format=archive`). */
export type Archive = Readonly<{
  /** The JSON export in it. */
  json: () => AsyncIterable<Buffer>
  /** The length of an attachment's file, by the id that it has in the export; undefined if the archive does not have it. */
  bytesOf: (attachmentId: string) => number | undefined
  open: (attachmentId: string) => Promise<Readable>
  close: () => void
}>

function damaged(cause: unknown): Problem {
  const details = [{ path: '', message: 'must be a ZIP archive of an export, with ideas.json' }]
  return new Problem('validation_error', { details }, { cause })
}

/** Opens a file as an archive. @throws Problem `validation_error`, `import_too_large` */
export async function openArchive(file: string): Promise<Archive> {
  const zip = await openPromise(file, { autoClose: false, decodeStrings: false }).catch((error: unknown) => {
    throw damaged(error)
  })
  try {
    const entries = new Map<string, Entry>()
    let count = 0
    for await (const entry of zip.eachEntry()) {
      count += 1
      if (count > IMPORT_LIMITS.records || textBytes(entry) > MAX_TEXTS) throw new Error('no export')
      const key = keyOf(entry)
      if (key !== undefined) entries.set(key, withoutTexts(entry))
    }
    const open = async (key: string): Promise<Readable> => {
      const entry = entries.get(key)
      if (entry === undefined) throw new Error(`the archive has no ${key}`)
      const stream = await zip.openReadStreamPromise(entry)
      return Readable.from(checked(stream, entry.crc32))
    }
    const jsonBytes = entries.get(JSON_FILE)?.uncompressedSize
    if (jsonBytes === undefined) throw new Error('no export')
    if (jsonBytes > IMPORT_LIMITS.fileBytes)
      throw new Problem('import_too_large', { max_bytes: IMPORT_LIMITS.fileBytes })
    return {
      json: async function* () {
        try {
          yield* await open(JSON_FILE)
        } catch (error) {
          throw damaged(error)
        }
      },
      bytesOf: (id) => entries.get(`${FILES}/${id}`)?.uncompressedSize,
      open: async (id) => open(`${FILES}/${id}`),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error instanceof Problem ? error : damaged(error)
  }
}

/** The bytes of an entry. @throws Error at the end of them if they are not those that were archived */
async function* checked(stream: Readable, expected: number): AsyncGenerator<Buffer> {
  let sum = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    sum = crc32(chunk, sum)
    yield chunk
  }
  if (sum !== expected) throw new Error('an entry of the archive is damaged')
}

const JSON_FILE = 'ideas.json'
const FILES = 'attachments'

/** Bytes of name, comment and extra fields of an entry, which may have 192 KiB of them: an export has a name of 50. */
const MAX_TEXTS = 1_024
const NOTHING = Buffer.alloc(0)

function textBytes({ fileNameLength, extraFieldLength, fileCommentLength }: Entry): number {
  return fileNameLength + extraFieldLength + fileCommentLength
}

/** Files are named by their ids; their extensions are for people who open the archive. Undefined for what no export has. */
function keyOf({ fileNameRaw }: Entry): string | undefined {
  const name = fileNameRaw.toString('latin1').replaceAll('\\', '/')
  if (name === JSON_FILE) return name
  const { dir, name: id } = path.posix.parse(path.posix.normalize(name))
  return dir === FILES ? `${FILES}/${id}` : undefined
}

/** Reading its file needs none of them. */
function withoutTexts(entry: Entry): Entry {
  return Object.assign(entry, {
    fileName: '',
    fileNameRaw: NOTHING,
    fileComment: '',
    fileCommentRaw: NOTHING,
    comment: '',
    extraFields: [],
    extraFieldRaw: NOTHING,
  })
}

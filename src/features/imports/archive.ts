import path from 'node:path'
import type { Readable } from 'node:stream'
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

/** Opens a file as an archive. @throws Problem `validation_error` */
export async function openArchive(file: string): Promise<Archive> {
  const zip = await openPromise(file, { autoClose: false }).catch((error: unknown) => {
    throw damaged(error)
  })
  try {
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) {
      entries.set(keyOf(entry.fileName), entry)
      if (entries.size > IMPORT_LIMITS.records) throw new Error('too many entries')
    }
    const open = async (key: string): Promise<Readable> => {
      const entry = entries.get(key)
      if (entry === undefined) throw new Error(`the archive has no ${key}`)
      return zip.openReadStreamPromise(entry)
    }
    if ((entries.get(JSON_FILE)?.uncompressedSize ?? Infinity) > IMPORT_LIMITS.fileBytes)
      throw new Error('no export')
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
    throw damaged(error)
  }
}

const JSON_FILE = 'ideas.json'
const FILES = 'attachments'

/** Files are named by their ids; their extensions are for people who open the archive. */
function keyOf(name: string): string {
  return name === JSON_FILE ? name : path.posix.join(path.posix.dirname(name), path.posix.parse(name).name)
}

import path from 'node:path'
import type { Readable } from 'node:stream'

/** The bytes from `start` to `end`, both included. */
export type ByteRange = Readonly<{ start: number; end: number }>

/** Files of any size by key, which never change. Every function throws Problem `service_unavailable` while the store is away. */
export type FileStore = Readonly<{
  /** Takes the file at a path in {@link receivedIn}; it survives a crash of the machine as soon as this resolves. */
  put(key: string, file: string): Promise<void>
  /** Undefined if there is no such file. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** Deletes a file if there is one. */
  remove(key: string): Promise<void>
}>

/** The folder of the files that are kept on this machine. */
export function keptIn(dataDir: string): string {
  return path.join(dataDir, 'attachments')
}

/** The folder for files while they arrive, on the same file system. */
export function receivedIn(dataDir: string): string {
  return path.join(keptIn(dataDir), 'received')
}

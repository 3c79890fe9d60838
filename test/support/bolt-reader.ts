/** The Bolt messages that tests inspect, by signature byte. */
const NAMES: Readonly<Record<number, string>> = {
  0x01: 'HELLO',
  0x02: 'GOODBYE',
  0x0f: 'RESET',
  0x10: 'RUN',
  0x11: 'BEGIN',
  0x12: 'COMMIT',
  0x13: 'ROLLBACK',
  0x2f: 'DISCARD',
  0x3f: 'PULL',
  0x54: 'TELEMETRY',
  0x66: 'ROUTE',
  0x6a: 'LOGON',
  0x6b: 'LOGOFF',
  0x70: 'SUCCESS',
  0x71: 'RECORD',
  0x7e: 'IGNORED',
  0x7f: 'FAILURE',
}

/** One complete Bolt message. */
export type BoltMessage = Readonly<{ name: string; bytes: Buffer }>

/** Parses the messages in one direction of a Bolt connection. */
export type BoltReader = Readonly<{ push(data: Buffer): BoltMessage[] }>

const MANIFEST = 0x00_00_01_ff

/** Readers for both directions of one connection; the handshake before the first message is skipped. */
export function createBoltReaders(): { client: BoltReader; server: BoltReader } {
  let manifest = false
  const client = createReader((data, started) => {
    // Four proposals behind the magic number; then, if the server offers its manifest, a choice and capabilities.
    if (!started) return data.length < 20 ? undefined : 20
    return manifest ? skipVarint(data, 4) : 0
  })
  const server = createReader((data, started) => {
    if (!started) {
      if (data.length < 4) return undefined
      manifest = data.readUInt32BE(0) === MANIFEST
      return 4
    }
    if (!manifest) return 0
    const versions = skipVarint(data, 0)
    if (versions === undefined) return undefined
    return skipVarint(data, versions + 4 * (data[0] ?? 0))
  })
  return { client, server }
}

/** `preamble` returns how many bytes to skip, in two steps; undefined if it is incomplete. */
function createReader(preamble: (data: Buffer, started: boolean) => number | undefined): BoltReader {
  let rest = Buffer.alloc(0)
  let steps = 0
  let parts: Buffer[] = []

  const skipPreamble = (): boolean => {
    while (steps < 2) {
      if (steps === 1 && rest.length === 0) return false
      const length = preamble(rest, steps === 1)
      if (length === undefined) return false
      rest = rest.subarray(length)
      steps += 1
    }
    return true
  }
  return {
    push(data) {
      rest = Buffer.concat([rest, data])
      const messages: BoltMessage[] = []
      if (!skipPreamble()) return messages
      while (rest.length >= 2) {
        const length = rest.readUInt16BE(0)
        if (rest.length < 2 + length) break
        if (length > 0) parts.push(rest.subarray(2, 2 + length))
        rest = rest.subarray(2 + length)
        if (length > 0 || parts.length === 0) continue
        const bytes = Buffer.concat(parts)
        parts = []
        messages.push({ name: NAMES[bytes[1] ?? 0] ?? 'UNKNOWN', bytes })
      }
      return messages
    },
  }
}

/** The end of the variable-length integer that starts at `from`. */
function skipVarint(data: Buffer, from: number): number | undefined {
  for (let index = from; index < data.length; index += 1) {
    if (((data[index] ?? 0) & 0x80) === 0) return index + 1
  }
  return undefined
}

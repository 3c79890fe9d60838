import { SingleBar } from 'cli-progress'

/** A progress bar on standard error. */
export type Progress = Readonly<{
  add: (bytes: number) => void
  say: (text: string) => void
  end: () => void
}>

const SILENT: Progress = { add: () => undefined, say: () => undefined, end: () => undefined }
const MEGABYTE = 1e6

/** Starts a progress bar if standard error is a terminal; without a total it shows only the amount. */
export function startProgress(what: string, totalBytes?: number): Progress {
  if (!process.stderr.isTTY) return SILENT
  const shape = totalBytes === undefined ? '{text} {amount} MB' : '{text} [{bar}] {percentage}% {amount} MB'
  const bar = new SingleBar({
    format: shape,
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
    barsize: 30,
  })
  let [bytes, text] = [0, what]
  const payload = () => ({ text, amount: (bytes / MEGABYTE).toFixed(1) })
  bar.start(Math.max(1, totalBytes ?? Number.MAX_SAFE_INTEGER), 0, payload())
  return {
    add(more) {
      bytes += more
      bar.update(bytes, payload())
    },
    say(next) {
      text = next
      bar.update(bytes, payload())
    },
    end: () => bar.stop(),
  }
}

/** Passes chunks through and adds their size to a progress bar. */
export async function* counting(chunks: AsyncIterable<Buffer>, progress: Progress): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    progress.add(chunk.length)
    yield chunk
  }
}

/** A progress line: updated in place on a terminal, otherwise printed every five seconds. */
export type Progress = Readonly<{ update: (text: string) => void; end: () => void }>

const PLAIN_EVERY_MS = 5_000

/** Starts a progress line on standard output. */
export function startProgress(): Progress {
  const output = process.stdout
  let written = false
  let last = Date.now()
  return {
    update(text) {
      if (output.isTTY) {
        output.write(`\r\u001B[K${text}`)
        written = true
      } else if (Date.now() - last >= PLAIN_EVERY_MS) {
        output.write(`${text}\n`)
        last = Date.now()
      }
    },
    end() {
      if (written) output.write('\r\u001B[K')
    },
  }
}

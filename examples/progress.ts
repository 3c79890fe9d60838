import { SingleBar } from 'cli-progress'

/** Tells how far the work is; `say` puts a line above it. */
export type Progress = Readonly<{
  step: (stage: string) => void
  say: (message: string) => void
  stop: () => void
}>

const plainLines = 10

/** Shows `total` steps on standard error: a bar in a terminal, a plain line at every tenth elsewhere. */
export function startProgress(total: number): Progress {
  return process.stderr.isTTY ? startBar(total) : startLines(total)
}

function startBar(total: number): Progress {
  // Without gracefulExit: it would catch Ctrl-C, stop the bar and let the work go on.
  const format = '{bar} {value}/{total} {stage}'
  const bar = new SingleBar({ format, barsize: 32, gracefulExit: false, stream: process.stderr })
  bar.start(total, 0, { stage: '' })
  return {
    step: (stage) => bar.increment(1, { stage }),
    say: (message) => process.stderr.write(`\r\u001B[K${message}\n`),
    stop: () => bar.stop(),
  }
}

function startLines(total: number): Progress {
  let done = 0
  return {
    step(stage) {
      done += 1
      const tenth = (count: number) => Math.floor((count * plainLines) / total)
      if (tenth(done) > tenth(done - 1)) process.stderr.write(`${done}/${total} ${stage}\n`)
    },
    say: (message) => process.stderr.write(`${message}\n`),
    stop: () => undefined,
  }
}

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { z } from 'zod'

const root = new URL('../../../', import.meta.url)
const Package = z.object({ scripts: z.object({ start: z.string() }) })

/** `start`: the service with databases of its own, as `npm start` does in a checkout. */
export function startCommand(): Command {
  return new Command('start')
    .description('Run the service; brings up Neo4j and Redis unless NEO4J_URI and REDIS_URL name them')
    .action(start)
}

async function start(): Promise<void> {
  // The bounds of its memory are options of the process, and stand in one place.
  const { scripts } = Package.parse(JSON.parse(readFileSync(new URL('package.json', root), 'utf8')))
  const options = scripts.start.split(' ').filter((word) => word.startsWith('--'))
  const extension = import.meta.filename.slice(-3)
  const program = fileURLToPath(new URL(`../../local/start${extension}`, import.meta.url))
  const child = spawn(process.execPath, [...options, program], { stdio: 'inherit' })
  // The service decides how it ends; this process only passes signals on and waits.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
  })
}

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { z } from 'zod'

const root = new URL('../../../', import.meta.url)
const Package = z.object({ scripts: z.object({ start: z.string() }) })

/** `start`: runs the service with its own databases, like `npm start` in a checkout. */
export function startCommand(): Command {
  return new Command('start')
    .description('Run the service; starts Neo4j and Redis unless NEO4J_URI and REDIS_URL are set')
    .action(start)
}

async function start(): Promise<void> {
  // The V8 options for memory are defined once, in package.json.
  const { scripts } = Package.parse(JSON.parse(readFileSync(new URL('package.json', root), 'utf8')))
  const options = scripts.start.split(' ').filter((word) => word.startsWith('--'))
  const extension = import.meta.filename.slice(-3)
  const program = fileURLToPath(new URL(`../../local/start${extension}`, import.meta.url))
  // As src/local/bootstrap.mjs does.
  const env = { MALLOC_ARENA_MAX: '2', ...process.env }
  const child = spawn(process.execPath, [...options, program], { stdio: 'inherit', env })
  // The service handles signals; this process only forwards them and waits.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
  })
}

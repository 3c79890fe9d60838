// npm run dev: like npm start, and beside it Vite serves the dashboard and reloads its pages when their sources change.
import { createServer } from 'vite'
import { readConfig, type Config } from '../app/config.ts'
import { OperatorError } from '../platform/operator-error.ts'
import web from '../web/vite.config.ts'

const { port } = configOrExit()
const vite = await createServer({
  ...web,
  // Vite would write a file to read it from, which makes `--watch` start all anew.
  configFile: false,
  server: { proxy: { '/api': { target: `https://localhost:${port}`, secure: false } } },
})
await vite.listen()
console.log(`The dashboard that reloads: ${vite.resolvedUrls?.local[0] ?? ''}`)
await import('./start.ts')

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    console.error(error instanceof OperatorError ? error.message : error)
    process.exit(1)
  }
}

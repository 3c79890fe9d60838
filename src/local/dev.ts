// npm run dev: like npm start, and beside it Vite serves the dashboard and reloads its pages when their sources change.
import path from 'node:path'
import { createServer } from 'vite'
import { readConfig } from '../app/config.ts'

const { port } = readConfig(process.env)
const vite = await createServer({
  configFile: path.join(import.meta.dirname, '../web/vite.config.ts'),
  server: { proxy: { '/api': { target: `https://localhost:${port}`, secure: false } } },
})
await vite.listen()
console.log(`The dashboard that reloads: ${vite.resolvedUrls?.local[0] ?? ''}`)
await import('./start.ts')

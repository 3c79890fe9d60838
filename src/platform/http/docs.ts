import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Middleware } from 'koa'
import { Problem } from '../problems.ts'
import { staticFile, sendStaticFile, type StaticFile } from './static-file.ts'

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Idea Repository API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="icon" href="data:,">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`
const START = `window.ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  persistAuthorization: false,
  validatorUrl: null
})
`
const POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'",
  "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
].join('; ')

/** Serves `/openapi.json`, and Swagger UI at `/docs` without third-party resources; holds each file once. */
export function serveDocs(document: unknown): Middleware {
  // Not imported, because its main module loads the whole bundle into memory.
  const folder = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const page = staticFile(PAGE)
  const files: Readonly<Record<string, StaticFile>> = {
    '/openapi.json': staticFile(JSON.stringify(document)),
    '/docs': page,
    '/docs/': page,
    '/docs/start.js': staticFile(START),
    '/docs/swagger-ui.css': staticFile(readFileSync(path.join(folder, 'swagger-ui.css'))),
    '/docs/swagger-ui-bundle.js': staticFile(readFileSync(path.join(folder, 'swagger-ui-bundle.js'))),
  }
  return async (ctx, next) => {
    const file = Object.hasOwn(files, ctx.path) ? files[ctx.path] : undefined
    if (file === undefined) return next()
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD')
      throw new Problem('method_not_allowed')
    }
    ctx.set('Content-Security-Policy', POLICY)
    ctx.set('Referrer-Policy', 'no-referrer')
    ctx.set('Cache-Control', 'no-cache')
    sendStaticFile(ctx, file, path.extname(ctx.path) || 'html')
  }
}

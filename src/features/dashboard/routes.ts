import { gzipSync } from 'node:zlib'
import type { Context } from '../../platform/http/context.ts'
import { staticFile, sendStaticFile, type StaticFile } from '../../platform/http/static-file.ts'
import type { NotFoundPage, Route } from '../../platform/http/route.ts'
import { Problem } from '../../platform/problems.ts'
import type { Built } from './built.ts'
import { PAGES } from './page-paths.ts'

/** Only files of this origin; Vite puts no script and no style into the document. */
const POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'",
  "connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src 'self'",
  "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  "require-trusted-types-for 'script'; trusted-types dompurify map-layout",
].join('; ')

const METHODS = ['GET']

/** What the document names as its style. */
const STYLE = /href="\/assets\/(?<name>[\w.-]+\.css)"/

/** The dashboard: its document at the path of each page, and the files with a hash in their names, which never change. */
export function dashboardRoutes({ document, assets }: Built): Route[] {
  const page = encodingsOf(Buffer.from(document))
  const files = new Map([...assets].map(([name, content]) => [name, encodingsOf(content)]))
  const style = files.get(STYLE.exec(document)?.groups?.['name'] ?? '')
  return [
    ...PAGES.map((path) => ({
      id: 'dashboard',
      methods: METHODS,
      path,
      handle: async (ctx: Context) => {
        sendPage(ctx, page)
      },
    })),
    {
      // Under a name that stays, for pages that other features make.
      id: 'dashboardStyle',
      methods: METHODS,
      path: '/style.css',
      handle: async (ctx) => {
        if (style === undefined) throw new Problem('path_not_found')
        ctx.set('Cache-Control', 'no-cache')
        send(ctx, style, 'css')
      },
    },
    {
      id: 'dashboardAsset',
      methods: METHODS,
      path: '/assets/:name',
      handle: async (ctx) => {
        const { name = '' } = ctx.params
        const file = files.get(name)
        if (file === undefined) throw new Problem('path_not_found')
        ctx.set('Cache-Control', 'public, max-age=31536000, immutable')
        send(ctx, file, name.slice(name.lastIndexOf('.')))
      },
    },
  ]
}

/** The same document with 404, where the dashboard shows that there is nothing. */
export function notFoundPage({ document }: Built): NotFoundPage {
  const page = encodingsOf(Buffer.from(document))
  return (ctx) => {
    // Conditions hold only for what would succeed (RFC 9110, section 13.2.1).
    delete ctx.headers['if-none-match']
    sendPage(ctx, page)
    ctx.status = 404
  }
}

type Encodings = Readonly<{ gzip: StaticFile; identity: StaticFile }>

function encodingsOf(content: Buffer): Encodings {
  return { gzip: staticFile(gzipSync(content, { level: 9 })), identity: staticFile(content) }
}

function sendPage(ctx: Context, page: Encodings): void {
  ctx.set('Content-Security-Policy', POLICY)
  ctx.set('Referrer-Policy', 'same-origin')
  ctx.set('Cache-Control', 'no-cache')
  send(ctx, page, 'html')
}

function send(ctx: Context, file: Encodings, type: string): void {
  const encoding = ctx.acceptsEncodings('gzip', 'identity') === 'gzip' ? 'gzip' : 'identity'
  ctx.vary('Accept-Encoding')
  if (encoding === 'gzip') ctx.set('Content-Encoding', encoding)
  sendStaticFile(ctx, file[encoding], type)
}

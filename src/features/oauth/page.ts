import { createHash } from 'node:crypto'

/** Text that is HTML already, by {@link html}. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
type Part = string | Html | undefined | readonly (Html | undefined)[]

/** HTML in which everything but other HTML is escaped. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(texts.map((text, at) => text + textOf(parts[at])).join(''))
}

function textOf(part: Part): string {
  if (part === undefined) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'string') return escaped(part)
  return part.map(textOf).join('')
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #1a56db; --on: #fff; --warn: #b45309; }
@media (prefers-color-scheme: dark) { :root { --accent: #8ab4ff; --on: #111; --warn: #fbbf24; } }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 30rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 1rem; }
label { display: block; margin: 0.75rem 0 0.25rem; }
input[type='email'], input[type='password'] { width: 100%; font: inherit; padding: 0.6rem; border: 1px solid var(--line);
  border-radius: 0.4rem; }
fieldset { border: 1px solid var(--line); border-radius: 0.4rem; padding: 0.5rem 1rem 0.75rem; margin: 1rem 0; }
fieldset label { display: flex; gap: 0.6rem; margin: 0.4rem 0; }
dl { border: 1px solid var(--line); border-radius: 0.4rem; padding: 0.75rem 1rem; margin: 1rem 0; }
dt { font-size: 0.85rem; opacity: 0.75; }
dd { margin: 0 0 0.5rem; }
button { width: 100%; min-height: 2.75rem; font: inherit; margin-top: 0.75rem; border-radius: 0.4rem;
  border: 1px solid var(--line); background: var(--soft); color: inherit; cursor: pointer; }
details { margin-top: 1rem; }
button.main { background: var(--accent); color: var(--on); border-color: transparent; font-weight: 600; }
.warning { border-left: 0.25rem solid var(--warn); padding: 0.25rem 0 0.25rem 0.75rem; }
.small { font-size: 0.9rem; opacity: 0.85; }
`
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`)
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** A whole page. `formTargets` are where its forms may lead beside this service, as browsers apply the policy to redirects, too. */
export function page(
  title: string,
  body: Html,
  options: Readonly<{ status?: number; formTargets?: readonly string[] }> = {},
) {
  const { status = 200, formTargets = [] } = options
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Idea Repository</title>
        <link rel="icon" href="data:," />
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `
  const policy = [
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:`,
    `form-action ${["'self'", ...formTargets].join(' ')}; frame-ancestors 'none'; base-uri 'none'`,
  ].join('; ')
  return { status, text, policy }
}

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

/** A whole page, which looks like those of the dashboard: it has their style. `formTargets` are where its forms may lead beside this service, as browsers apply the policy to redirects, too. */
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
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <main class="narrow">
          <p class="brand">Idea Repository</p>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `
  const policy = [
    `default-src 'none'; style-src 'self'; img-src data:`,
    `form-action ${["'self'", ...formTargets].join(' ')}; frame-ancestors 'none'; base-uri 'none'`,
  ].join('; ')
  return { status, text, policy }
}

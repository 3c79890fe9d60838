import { LineCounter, parseDocument, stringify, type Document, type Tags } from 'yaml'

/** A parsed Markdown file; lines count from 1. */
export type Markdown = Readonly<{
  /** The front matter; empty if there is none. */
  fields: Readonly<Record<string, unknown>>
  /** The line of a field, or 1. */
  lineOf: (field: string) => number
  body: string
  /** The line on which the body starts. */
  bodyLine: number
}>

/** A mistake in a file. */
export class FileError extends Error {
  override readonly name = 'FileError'
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/** Parses a Markdown file. @throws FileError when its front matter is not a YAML mapping */
export function parseMarkdown(content: string): Markdown {
  const text = content.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  const found = /^---[ \t]*\n(?<yaml>[\s\S]*?)(?:^)---[ \t]*(?:\n|$)/m.exec(text)
  if (found === null || found.index !== 0) return { fields: {}, lineOf: () => 1, body: text, bodyLine: 1 }
  const yaml = found.groups?.['yaml'] ?? ''
  const head = found[0]
  return { ...parseFields(yaml), ...withoutBlankLines(text.slice(head.length), head.split('\n').length) }
}

/** Formats front matter and body; the inverse of {@link parseMarkdown}. */
export function toMarkdown(fields: Readonly<Record<string, unknown>>, body: string): string {
  return `---\n${stringify(fields, { blockQuote: false, lineWidth: 0 })}---\n\n${body}${body === '' || body.endsWith('\n') ? '' : '\n'}`
}

function parseFields(yaml: string): Pick<Markdown, 'fields' | 'lineOf'> {
  const counter = new LineCounter()
  const document = parseDocument(yaml, {
    lineCounter: counter,
    prettyErrors: false,
    customTags: withoutNumbers,
  })
  const [error] = document.errors
  if (error !== undefined) {
    throw new FileError(counter.linePos(error.pos[0]).line + 1, `front matter: ${error.message}`)
  }
  const fields = valueOf(document)
  if (fields !== null && (typeof fields !== 'object' || Array.isArray(fields))) {
    throw new FileError(2, 'front matter: must be fields with values')
  }
  const lines = yaml.split('\n')
  const lineOf = (field: string): number => {
    const at = lines.findIndex((line) => line.startsWith(`${field}:`) || line.startsWith(`"${field}":`))
    return at < 0 ? 1 : at + 2
  }
  return { fields: (fields ?? {}) as Record<string, unknown>, lineOf }
}

/** No field is a number: a title `1.10` or a tag `007` is as it is written. */
const withoutNumbers = (tags: Tags): Tags =>
  tags.filter((tag) => typeof tag === 'string' || !/:(?:int|float)$/.test(tag.tag))

/** @throws FileError for an alias without its anchor, or too many aliases */
function valueOf(document: Document): unknown {
  try {
    return document.toJS()
  } catch (error) {
    throw new FileError(2, `front matter: ${(error as Error).message}`)
  }
}

function withoutBlankLines(text: string, line: number): Pick<Markdown, 'body' | 'bodyLine'> {
  const blank = /^(?:[ \t]*\n)*/.exec(text)?.[0] ?? ''
  return { body: text.slice(blank.length), bodyLine: line + blank.split('\n').length - 1 }
}

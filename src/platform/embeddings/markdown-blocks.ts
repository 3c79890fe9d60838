import { createContext, Script } from 'node:vm'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'

/** A block of a text as plain text. */
export type Block = Readonly<{ text: string; heading: boolean }>

/**
 * The parser takes minutes for some texts (50,000 × `>`, `*a` or `[a][b]`: its time is quadratic in nesting and in
 * open marks), so it is stopped after a while. Usual texts of 50,000 characters take it a tenth of this.
 */
const PARSE_MS = 1_000
const parser: { body: string; blocksOf: (body: string) => Block[] } = { body: '', blocksOf: parsedBlocks }
const context = createContext(parser)
const script = new Script('blocksOf(body)')

/** The blocks of Markdown, or of plain text where it is too tangled to be parsed in time. */
export function blocksOf(body: string): Block[] {
  parser.body = body
  try {
    return script.runInContext(context, { timeout: PARSE_MS }) as Block[]
  } catch {
    // Too slow, or nested too deep for the stack.
    return plainBlocks(body)
  } finally {
    parser.body = ''
  }
}

function plainBlocks(body: string): Block[] {
  return body
    .split(/\n[ \t\r]*\n/)
    .map((text) => ({ text, heading: false }))
    .filter(isVisible)
}

function parsedBlocks(body: string): Block[] {
  const blocks: Block[] = []
  collect(fromMarkdown(body), blocks)
  return blocks.filter(isVisible)
}

function collect(node: Nodes, blocks: Block[]): void {
  if (node.type === 'paragraph' || node.type === 'heading')
    blocks.push({ text: inlineText(node), heading: node.type === 'heading' })
  else if (node.type === 'code' || node.type === 'html') blocks.push({ text: node.value, heading: false })
  else if ('children' in node) for (const child of node.children) collect(child, blocks)
}

/** Unlike mdast-util-to-string, which joins the words on both sides of a hard line break. */
function inlineText(node: Nodes): string {
  switch (node.type) {
    case 'text':
      return node.value.replaceAll(/\s*\n\s*/g, ' ')
    case 'inlineCode':
    case 'html':
      return node.value
    case 'break':
      return '\n'
    case 'image':
    case 'imageReference':
      return node.alt ?? ''
    default:
      return 'children' in node ? node.children.map(inlineText).join('') : ''
  }
}

function isVisible({ text }: Block): boolean {
  return text.trim() !== ''
}

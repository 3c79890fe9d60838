import type { IdeaStatus } from '../ideas/schema.ts'
import type { RelationType } from '../relations/schema.ts'
import type { GraphFormatWriter } from './graph-format.ts'

/** Arrows by type of relation; `related` has no direction. */
const ARROWS: Readonly<Record<RelationType, string>> = {
  related: '---',
  parent: '==>',
  blocks: '--x',
  inspires: '-.->',
  duplicate: '-.-',
  supersedes: '--o',
}
const FILLS: Readonly<Record<IdeaStatus, string>> = {
  captured: '#eceff1',
  exploring: '#e3f2fd',
  building: '#fff8e1',
  shipped: '#e8f5e9',
  shelved: '#fafafa',
}
const CLASSES = Object.entries(FILLS).map(
  ([status, fill]) => `  classDef ${status} fill:${fill},color:#212121\n`,
)

/** A Mermaid flowchart: titles in boxes styled by status, types (and notes) on arrows styled by type. */
export const mermaid: GraphFormatWriter = {
  mediaType: 'text/vnd.mermaid',
  extension: 'mmd',
  head: (exportedAt) => `%% Ideas, exported ${exportedAt}\nflowchart LR\n${CLASSES.join('')}`,
  nodes: (page) =>
    page.map(({ id, title, status }) => `  idea${id}["${label(title)}"]:::${status}\n`).join(''),
  between: '',
  edges: (page) =>
    page
      .map(({ source, target, type, note }) => {
        const text = note === null || note === '' ? type : `${type}: ${note}`
        return `  idea${source} ${ARROWS[type]}|"${label(text)}"| idea${target}\n`
      })
      .join(''),
  tail: '',
}

/**
 * Escapes a label in double quotes. Mermaid parses labels as Markdown and HTML and has no escapes but `#code;`, so all ASCII
 * but letters, digits and spaces is written as codes, and also the two characters by which Mermaid marks codes internally.
 * Control characters become U+FFFD, as in XML.
 */
function label(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/(?!\n)[\p{Cc}\uFFFE\uFFFF]/gu, '\uFFFD')
    .replaceAll(/[!-/:-@[-`{-~\uFB02\u00B6]/g, (found) => `#${found.codePointAt(0)};`)
    .replaceAll('\n', '<br/>')
}

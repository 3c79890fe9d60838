import { readFileSync } from 'node:fs'
import type { Material, Neighbour } from './store.ts'

const TEMPLATE = readFileSync(new URL('../../../prompts/develop/system.md', import.meta.url), 'utf8')

/** The headings of every specification, in order. */
export const HEADINGS = [
  'Summary',
  'Problem',
  'Requirements',
  'Out of scope',
  'Acceptance criteria',
  'Risks and dependencies',
  'Open questions',
] as const

const WANTED = HEADINGS.map((heading) => `## ${heading}`).join('\n')

/** The system prompt. */
export const SYSTEM = TEMPLATE.replace('{{headings}}', WANTED)

/** Limits of the user message in characters of JSON. The idea's body gets what the other parts leave. */
export const MAX_CONTENT = 40_000
const MAX_LINKS = 6_000
const MAX_NEIGHBOURS = 12_000
/** Limits of all neighbours' bodies together, of one body, and of a note or URL. */
const MAX_BODIES = 8_000
const MAX_BODY = 600
const MAX_SHORT = 300

/** The role of a neighbour by type of relation, if the idea is its source and if it is its target. */
const ROLES: Readonly<Record<Neighbour['type'], readonly [asSource: string, asTarget: string]>> = {
  PARENT: ['children', 'parents'],
  BLOCKS: ['blocks', 'blocked_by'],
  SUPERSEDES: ['supersedes', 'superseded_by'],
  RELATED: ['related', 'related'],
  INSPIRES: ['related', 'related'],
  DUPLICATE: ['related', 'related'],
}

/** The user message: JSON, so that user text cannot break out, of at most {@link MAX_CONTENT} characters. */
export function contentOf({ title, body, status, tags, links, neighbours }: Material): string {
  const named = links.map((link) => ({ url: cut(link.url, MAX_SHORT), title: link.title ?? '' }))
  const around = { links: fitting(named, MAX_LINKS), ...neighboursByRole(neighbours) }
  const withBody = (text: string): string =>
    JSON.stringify({ idea: { title, body: text, status, tags }, ...around })
  return withBody(cutAsJson(body, MAX_CONTENT - withBody('').length))
}

function neighboursByRole(neighbours: readonly Neighbour[]): Record<string, unknown[]> {
  const start = Math.min(MAX_BODY, Math.floor(MAX_BODIES / neighbours.length))
  const described = neighbours.map(({ type, isSource, note, title, status, body }) => {
    const about = note === null ? {} : { note: cut(note, MAX_SHORT) }
    return {
      role: ROLES[type][isSource ? 0 : 1],
      neighbour: { title, status, body: cut(body, start), ...about },
    }
  })
  const roles: Record<string, unknown[]> = {}
  for (const { role, neighbour } of fitting(described, MAX_NEIGHBOURS)) (roles[role] ??= []).push(neighbour)
  return roles
}

/** Takes items in order, skipping those that do not fit. */
function fitting<T>(items: readonly T[], room: number): T[] {
  let left = room
  return items.filter((item) => {
    const size = JSON.stringify(item).length + 1
    if (size > left) return false
    left -= size
    return true
  })
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`
}

/** Truncates a text to `most` characters of its JSON encoding, where quotes and line breaks take more room. */
function cutAsJson(text: string, most: number): string {
  let part = text
  for (let length = most; JSON.stringify(part).length - 2 > most; length = Math.floor(length * 0.9))
    part = cut(text, Math.max(0, length - 1))
  return part
}

/**
 * Extracts the specification from an answer: it starts at the first heading and must have exactly the required headings of
 * levels 1 and 2 in order, otherwise undefined.
 */
export function specificationOf(answer: string): string | undefined {
  // As it will be read again: the database keeps well-formed Unicode.
  return (wholeIn(fencedIn(answer)) ?? wholeIn(answer))?.toWellFormed()
}

/** What the first fence holds, if its end is that of the answer. One expression for both would take time by the square of the fences. */
function fencedIn(answer: string): string {
  const text = answer.trimEnd()
  const opening = /^[ \t]*```(?:markdown|md)?[ \t]*\r?\n/m.exec(text)
  return opening && text.endsWith('\n```') ? text.slice(opening.index + opening[0].length, -4) : ''
}

function wholeIn(text: string): string | undefined {
  const sections = sectionsOf(text)
  const isWhole = sections.map(({ title }) => title).join('\n') === WANTED
  return isWhole ? text.slice(sections[0]?.start).trim() : undefined
}

/**
 * The ATX headings of levels 1 and 2 outside fenced code (CommonMark 0.31, 4.2 and 4.5), with their offsets. A scan of lines, because
 * Markdown parsers take minutes for some texts.
 */
function sectionsOf(text: string): { title: string; start: number }[] {
  const sections: { title: string; start: number }[] = []
  let fence: string | undefined
  let start = 0
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.groups?.['mark']
    if (fence === undefined) {
      if (mark !== undefined) fence = mark
      else if (/^ {0,3}#{1,2}[ \t]/.test(line)) sections.push({ title: titleOf(line), start })
    } else if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined
    start += line.length + 1
  }
  return sections
}

const FENCE = /^ {0,3}(?<mark>`{3,}|~{3,})/

/** A heading line without its indentation and closing sequence. */
function titleOf(line: string): string {
  return line
    .trim()
    .replace(/[ \t]#+$/, '')
    .trimEnd()
}

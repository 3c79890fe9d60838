type Absorbed = Readonly<{ title: string; body: string }>

const RULE = '\n\n---\n\n'

/** The section for an absorbed idea in the survivor's body: its title as a one-line heading, and its body. */
function sectionOf({ title, body }: Absorbed): string {
  const heading = `## ${title.replaceAll(/\s+/gu, ' ')}`
  return body === '' ? heading : `${heading}\n\n${body}`
}

/** Appends the section of an absorbed idea to a body, after a rule unless the body is empty; `at` is its offset. */
export function withSection(body: string, absorbed: Absorbed): { body: string; at: number } {
  const before = body === '' ? '' : body + RULE
  return { body: before + sectionOf(absorbed), at: before.length }
}

/**
 * Removes the unchanged section of an absorbed idea from a body; `at` is its offset. Of several equal texts it takes the
 * one nearest to the given offset. Undefined if there is none.
 */
export function withoutSection(
  body: string,
  absorbed: Absorbed,
  at: number,
): { body: string; at: number } | undefined {
  const section = sectionOf(absorbed)
  let nearest: number | undefined
  for (let place = body.indexOf(section); place >= 0; place = body.indexOf(section, place + 1)) {
    if (!standsAlone(body, place, place + section.length)) continue
    // A heading without a body may be the survivor's own text.
    if (absorbed.body === '' && place !== at && !body.endsWith(RULE, place)) continue
    if (nearest === undefined || Math.abs(place - at) <= Math.abs(nearest - at)) nearest = place
  }
  if (nearest === undefined) return undefined
  return { body: closed(body.slice(0, nearest), body.slice(nearest + section.length)), at: nearest }
}

/** Whether the range covers whole lines; otherwise the section was edited. */
function standsAlone(body: string, start: number, end: number): boolean {
  return (start === 0 || body[start - 1] === '\n') && (end === body.length || body[end] === '\n')
}

function closed(before: string, after: string): string {
  if (before.endsWith(RULE)) return before.slice(0, -RULE.length) + after
  if (before !== '') {
    // Not by a regular expression: its time would grow with the square of other runs of newlines.
    let end = before.length
    while (before[end - 1] === '\n') end -= 1
    return before.slice(0, end) + after
  }
  return after.startsWith(RULE) ? after.slice(RULE.length) : after.replace(/^\n+/, '')
}

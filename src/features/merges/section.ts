type Absorbed = Readonly<{ title: string; body: string }>

const RULE = '\n\n---\n\n'

/** What an absorbed idea becomes in the body of another: its title as a heading of one line, and its body. */
function sectionOf({ title, body }: Absorbed): string {
  const heading = `## ${title.replaceAll(/\s+/gu, ' ')}`
  return body === '' ? heading : `${heading}\n\n${body}`
}

/** A body with the section of an absorbed idea after a rule, the section alone where there was nothing; and where it begins. */
export function withSection(body: string, absorbed: Absorbed): { body: string; at: number } {
  const before = body === '' ? '' : body + RULE
  return { body: before + sectionOf(absorbed), at: before.length }
}

/**
 * A body without the section of an absorbed idea, where that stands in it unchanged, and where it began: the one that is
 * nearest to `at`, since other texts may be the same. Nothing when there is none.
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
    // A heading alone may be the survivor's own.
    if (absorbed.body === '' && place !== at && !body.endsWith(RULE, place)) continue
    if (nearest === undefined || Math.abs(place - at) <= Math.abs(nearest - at)) nearest = place
  }
  if (nearest === undefined) return undefined
  return { body: closed(body.slice(0, nearest), body.slice(nearest + section.length)), at: nearest }
}

/** Text that goes on in the last line of a section, or leads to its first one, is an edit of it. */
function standsAlone(body: string, start: number, end: number): boolean {
  return (start === 0 || body[start - 1] === '\n') && (end === body.length || body[end] === '\n')
}

function closed(before: string, after: string): string {
  if (before.endsWith(RULE)) return before.slice(0, -RULE.length) + after
  if (before !== '') return before.replace(/\n+$/, '') + after
  return after.startsWith(RULE) ? after.slice(RULE.length) : after.replace(/^\n+/, '')
}

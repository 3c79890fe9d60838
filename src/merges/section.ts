type Absorbed = Readonly<{ title: string; body: string }>

const RULE = '\n\n---\n\n'

/** What an absorbed idea becomes in the body of another: its title as a heading of one line, and its body. */
function sectionOf({ title, body }: Absorbed): string {
  const heading = `## ${title.replaceAll(/\s+/gu, ' ')}`
  return body === '' ? heading : `${heading}\n\n${body}`
}

/** A body with the section of an absorbed idea after a rule; the section alone where there was nothing. */
export function withSection(body: string, absorbed: Absorbed): string {
  return body === '' ? sectionOf(absorbed) : `${body}${RULE}${sectionOf(absorbed)}`
}

/** A body without the last section of an absorbed idea that stands in it unchanged; nothing when none does. */
export function withoutSection(body: string, absorbed: Absorbed): string | undefined {
  const section = sectionOf(absorbed)
  let at = body.lastIndexOf(section)
  while (at >= 0) {
    const [before, after] = [body.slice(0, at), body.slice(at + section.length)]
    // Text that goes on in the section's last line, or leads to its first one, is an edit of it.
    const standsAlone = (before === '' || before.endsWith('\n')) && (after === '' || after.startsWith('\n'))
    if (standsAlone) return closed(before, after)
    at = at === 0 ? -1 : body.lastIndexOf(section, at - 1)
  }
  return undefined
}

function closed(before: string, after: string): string {
  if (before.endsWith(RULE)) return before.slice(0, -RULE.length) + after
  if (before !== '') return before.replace(/\n+$/, '') + after
  return after.startsWith(RULE) ? after.slice(RULE.length) : after.replace(/^\n+/, '')
}

/** A `[[target]]` in a text; lines count from 1. */
export type WikiLink = Readonly<{ target: string; line: number }>

/** The wiki links of a Markdown text, without aliases and headings; those in code and embedded files are skipped. */
export function wikiLinksOf(body: string): WikiLink[] {
  const links: WikiLink[] = []
  for (const { line, text: whole } of linesOutsideFences(body)) {
    const text = whole.replaceAll(/(`+)(?!`).*?\1/g, '')
    for (const { groups } of text.matchAll(/(?<embed>!?)\[\[(?<target>[^[\]|#^]+)[^[\]]*\]\]/g)) {
      const target = (groups?.['target'] ?? '').trim()
      const isFile = groups?.['embed'] === '!' && /\.\w{2,4}$/.test(target) && !/\.md$/i.test(target)
      if (target !== '' && !isFile) links.push({ target, line })
    }
  }
  return links
}

/** The lines of a Markdown text that are not in fenced code; they count from 1. */
export function* linesOutsideFences(body: string): Generator<Readonly<{ line: number; text: string }>> {
  let fence: string | undefined
  for (const [at, line] of body.split('\n').entries()) {
    const mark = /^ {0,3}(?<mark>```+(?!.*`)|~~~+)/.exec(line)?.groups?.['mark']
    if (fence !== undefined) {
      // A closing fence has no info string (CommonMark 0.31, section 4.5).
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
      continue
    }
    if (mark === undefined) yield { line: at + 1, text: line }
    else fence = mark
  }
}

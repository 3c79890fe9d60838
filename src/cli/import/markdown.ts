import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { CliError } from '../errors.ts'
import { FileError, parseMarkdown, type Markdown } from '../front-matter.ts'
import { linesSource, type ImportSource, type Located, type Mistake } from './source.ts'
import { linesOutsideFences, wikiLinksOf } from './wiki-links.ts'

/** A note; `name` is its path in the folder without extension. */
type Note = Readonly<{ file: string; name: string; title: string; titleLine: number; markdown: Markdown }>

/**
 * Reads the notes of a folder and its subfolders, or one note: front matter gives title, tags, status and source_url; wiki
 * links between notes become `related` relations, one per pair. Hidden files are skipped.
 * @throws CliError when there is no note
 */
export function markdownSource(folder: string): ImportSource {
  const mistakes: Mistake[] = []
  const notes = filesOf(folder).flatMap((file) => {
    try {
      return [readNote(folder, file)]
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      mistakes.push({ file, line: error.line, message: error.message })
      return []
    }
  })
  if (notes.length === 0 && mistakes.length === 0) {
    throw new CliError(`${folder}: holds no Markdown file`)
  }
  const warnings: Mistake[] = []
  const ideas = notes.map((note, at) => ideaOf(note, at + 1))
  return linesSource([...ideas, ...relationsOf(notes, warnings)], mistakes, warnings)
}

function filesOf(folder: string): string[] {
  if (!statSync(folder).isDirectory()) return [folder]
  return filesWithin(folder)
    .filter((file) => /\.(?:md|markdown)$/i.test(file))
    .sort()
}

/** Without hidden ones. Linked folders, which may lead back, are not entered, as `readdirSync` itself would. */
function filesWithin(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name)
      if (entry.isDirectory()) return filesWithin(file)
      return entry.isFile() || (entry.isSymbolicLink() && !leadsToFolder(file)) ? [file] : []
    })
}

/** False also for a link that leads nowhere, which is told when it is read. */
function leadsToFolder(link: string): boolean {
  try {
    return statSync(link).isDirectory()
  } catch {
    return false
  }
}

/** @throws FileError */
function readNote(folder: string, file: string): Note {
  const name = nameOf(statSync(folder).isDirectory() ? path.relative(folder, file) : path.basename(file))
  let content: string
  try {
    content = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    throw new FileError(1, error instanceof TypeError ? 'is not UTF-8' : (error as Error).message)
  }
  const markdown = parseMarkdown(content)
  const given = markdown.fields['title']
  if (given !== undefined && given !== null && given !== '') {
    return { file, name, title: String(given), titleLine: markdown.lineOf('title'), markdown }
  }
  const [first = ''] = markdown.body.split('\n', 1)
  const title = headingOf(first)
  if (title === undefined) {
    const headings = [...linesOutsideFences(markdown.body)].map(({ text }) => headingOf(text))
    const later = headings.find((heading) => heading !== undefined)
    return { file, name, title: later ?? path.posix.basename(name), titleLine: 1, markdown }
  }
  // The leading heading becomes the title and is removed from the body.
  const body = markdown.body.slice(first.length).replace(/^\n+/, '')
  const bodyLine =
    markdown.bodyLine + markdown.body.slice(0, -body.length || undefined).split('\n').length - 1
  return { file, name, title, titleLine: markdown.bodyLine, markdown: { ...markdown, body, bodyLine } }
}

/** The text of a heading of the first level; a closing sequence has a blank before it (CommonMark 0.31, section 4.2). */
function headingOf(line: string): string | undefined {
  return /^#[ \t]+(?<title>\S.*?)(?:[ \t]+#+)?[ \t]*$/.exec(line)?.groups?.['title']
}

function nameOf(file: string): string {
  return file.replace(/\.[^.]+$/, '').replaceAll(path.sep, '/')
}

function ideaOf({ file, title, titleLine, markdown }: Note, id: number): Located {
  const { fields, lineOf, body, bodyLine } = markdown
  const tags = fields['tags'] ?? fields['tag']
  const optional = {
    tags: typeof tags === 'string' ? tags.split(/[,\s]+/).filter((tag) => tag !== '') : tags,
    status: fields['status'],
    source_url: fields['source_url'] ?? fields['url'],
    created_at: fields['created_at'],
    updated_at: fields['updated_at'],
  }
  const given = Object.entries(optional).filter(([, value]) => value !== undefined && value !== null)
  const lines: Readonly<Record<string, number>> = { title: titleLine, body: bodyLine }
  return {
    record: { type: 'idea', id, title, body: body.trimEnd(), ...Object.fromEntries(given) },
    file,
    lineOf: (field) => lines[field] ?? lineOf(field),
  }
}

function relationsOf(notes: readonly Note[], warnings: Mistake[]): Located[] {
  const find = finder(notes)
  const pairs = new Set<string>()
  return notes.flatMap(({ file, markdown }, at) =>
    wikiLinksOf(markdown.body).flatMap(({ target, line }) => {
      const lineOfLink = markdown.bodyLine + line - 1
      const other = find(target)
      if (other === undefined) {
        warnings.push({ file, line: lineOfLink, message: `[[${target}]] leads to no note` })
        return []
      }
      const pair = [at, other].sort((a, b) => a - b).join(' ')
      if (other === at || pairs.has(pair)) return []
      pairs.add(pair)
      const ids = { source_idea_id: at + 1, target_idea_id: other + 1 }
      return [
        { record: { type: 'relation', ...ids, relation_type: 'related' }, file, lineOf: () => lineOfLink },
      ]
    }),
  )
}

/** Finds a note by path, file name, title or alias, case-insensitively; the first match wins. */
function finder(notes: readonly Note[]): (target: string) => number | undefined {
  const byName = new Map<string, number>()
  const names: ((note: Note) => readonly string[])[] = [
    ({ name }) => [name],
    ({ name }) => [path.posix.basename(name)],
    ({ title }) => [title],
    ({ markdown }) => [markdown.fields['aliases'] ?? []].flat().map(String),
  ]
  for (const namesOf of names) {
    for (const [at, note] of notes.entries()) {
      for (const name of namesOf(note)) if (!byName.has(key(name))) byName.set(key(name), at)
    }
  }
  return (target) => byName.get(key(target.replace(/\.(?:md|markdown)$/i, '')))
}

function key(name: string): string {
  return name.trim().normalize('NFC').toLowerCase()
}

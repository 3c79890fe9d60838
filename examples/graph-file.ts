import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { OperatorError } from '../src/platform/operator-error.ts'
import { text as limitedText, Url } from '../src/platform/schema.ts'
import { IdeaStatus } from '../src/features/ideas/schema.ts'
import { LinkType } from '../src/features/links/schema.ts'
import { RelationType } from '../src/features/relations/schema.ts'
import { TagName } from '../src/features/tags/schema.ts'
import { checkReferences } from './graph-references.ts'
import { brokenLineOf, linesOf } from '../src/cli/import/json-position.ts'

const Key = z.string().min(1, 'must not be empty')

const IdeaFields = z.object({
  title: limitedText({ min: 1, max: 200, trim: true }),
  body: limitedText({ max: 50_000 }).default(''),
  status: IdeaStatus.default('captured'),
  source_url: Url.nullable().default(null),
  tags: z.array(TagName).max(20, 'must have at most 20 tags').default([]),
  links: z
    .array(
      z.strictObject({
        url: Url,
        title: limitedText({ max: 200 }).nullable().default(null),
        link_type: LinkType.default('url'),
      }),
    )
    .default([]),
})

/** A graph as a file holds it: ideas know each other by a `key` that is valid in this file only. */
export const Graph = z
  .strictObject({
    ideas: z.array(IdeaFields.extend({ key: Key, parent: Key.optional() }).strict()),
    relations: z
      .array(
        z.strictObject({
          source: Key,
          target: Key,
          type: RelationType.default('related'),
          note: limitedText({ max: 500 }).nullable().default(null),
        }),
      )
      .default([]),
    tag_colors: z
      .record(TagName, z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #1a2b3c'))
      .default({}),
  })
  .superRefine(checkReferences)
export type Graph = z.infer<typeof Graph>

/**
 * Reads a graph from a `.json` file, or ideas without relations from a `.jsonl` file with one idea on each line.
 * @throws OperatorError naming the file, the line and the reason.
 */
export async function readGraph(file: string): Promise<Graph> {
  const content = await readText(file)
  return /\.(jsonl|ndjson)$/i.test(file) ? parseLines(file, content) : parseWhole(file, content)
}

/** Every relation of a graph, the `parent` of each idea among them. */
export function relationsOf({ ideas, relations }: Graph): Graph['relations'] {
  const parents = ideas.flatMap(({ key, parent }) =>
    parent === undefined ? [] : [{ source: parent, target: key, type: 'parent' as const, note: null }],
  )
  return [...parents, ...relations]
}

async function readText(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch (error) {
    if (error instanceof TypeError) throw new OperatorError(`${file}: is not UTF-8`)
    throw new OperatorError(
      `${file}: ${reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? String(error)}`,
    )
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'is a folder',
  EACCES: 'may not be read',
}

function parseWhole(file: string, content: string): Graph {
  const value = parseJson(content, (line) => `${file}, line ${line}`)
  return validate(Graph, value, (path) => `${file}, line ${linesOf(content, [path])[0]}`)
}

function parseLines(file: string, content: string): Graph {
  const ideas = content.split(/\r?\n/).flatMap((row, index) => {
    if (row.trim() === '') return []
    const place = `${file}, line ${index + 1}`
    const value = parseJson(row, () => place)
    return [{ ...validate(IdeaFields, value, () => place), key: `line-${index + 1}` }]
  })
  return { ideas, relations: [], tag_colors: {} }
}

function parseJson(content: string, place: (line: number) => string): unknown {
  try {
    return JSON.parse(content)
  } catch (error) {
    const [reason] = String((error as Error).message).split(/ in JSON| \(line|, "|, \.\.\./)
    throw new OperatorError(`${place(brokenLineOf(content))}: is not JSON (${String(reason)})`)
  }
}

function validate<T>(schema: z.ZodType<T>, value: unknown, place: (path: PropertyKey[]) => string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [first, ...others] = parsed.error.issues
  if (first === undefined) throw parsed.error
  const field = first.path.length === 0 ? '' : `${first.path.join('.')} `
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  throw new OperatorError(`${place(first.path)}: ${field}${first.message}${more}`)
}

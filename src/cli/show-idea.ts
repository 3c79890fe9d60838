import type { IdeaDetail } from '../features/ideas/schema.ts'
import { plain, shortTime, styled } from './output.ts'

/** Prints an idea with its links and relations. */
export function showIdea(idea: IdeaDetail): void {
  const fields: [string, string][] = [
    ['id', String(idea.id)],
    ['status', idea.status],
    ['tags', idea.tag_details.map(({ name, auto }) => (auto ? `${name} (automatic)` : name)).join(', ')],
    ['parent', idea.parent_id === null ? '' : String(idea.parent_id)],
    ['source', idea.source_url ?? idea.source],
    ['created', shortTime(idea.created_at)],
    ['updated', shortTime(idea.updated_at)],
  ]
  const sections = [
    [
      styled('bold', plain(idea.title)),
      ...fields
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `${styled('dim', name.padEnd(8))} ${plain(value)}`),
    ],
    idea.body === '' ? [] : [plain(idea.body, { lines: true }).trimEnd()],
    titled(
      'Links',
      idea.links.map(({ url, title }) => `  ${plain(url)}${title === null ? '' : `  ${plain(title)}`}`),
    ),
    titled(
      'Relations',
      idea.relations.map(({ id, source_idea_id, relation_type, target_idea_id, note }) => {
        const text = note === null ? '' : `  ${plain(note)}`
        return `  ${source_idea_id} ${relation_type} ${target_idea_id}  ${styled('dim', `(relation ${id})`)}${text}`
      }),
    ),
  ].filter((lines) => lines.length > 0)
  process.stdout.write(`${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`)
}

function titled(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [styled('bold', title), ...lines]
}

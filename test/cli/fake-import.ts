import type { ServerResponse } from 'node:http'
import { CreateIdea } from '../../src/ideas/schema.ts'
import { CreateRelation } from '../../src/relations/schema.ts'
import { json, type Asked } from './fake-service.ts'

type Bad = Readonly<{ record: number; type: string; path: string; message: string }>

/** What POST /user/import answers to JSON Lines, as far as ideas and relations go; nothing is kept. */
export function answerImport({ url, body }: Asked, response: ServerResponse): void {
  const query = new URL(url, 'https://localhost').searchParams
  const lines = body.split('\n').filter((line) => line !== '')
  const count = { idea: 0, relation: 0 }
  const rejected = lines.flatMap((line, at): Bad[] => {
    const record = JSON.parse(line) as { type?: 'idea' | 'relation' }
    const type = record.type ?? 'idea'
    const parsed = (type === 'idea' ? CreateIdea : CreateRelation).safeParse(record)
    if (parsed.success) count[type] += 1
    return (parsed.error?.issues ?? []).map(({ path, message }) => ({
      record: at + 1,
      type,
      path: `lines.${at + 1}.${path.join('.')}`,
      message,
    }))
  })
  if (query.get('mode') === 'strict' && rejected.length > 0) {
    json(response, 400, { error: 'Validation failed', code: 'validation_error', details: rejected })
    return
  }
  json(response, 200, {
    import_id: query.get('import_id') ?? 'a-hash',
    repeated: false,
    dry_run: query.get('dry_run') === 'true',
    ideas: count.idea,
    tags: 0,
    links: 0,
    relations: count.relation,
    duplicates: 0,
    rejected,
  })
}

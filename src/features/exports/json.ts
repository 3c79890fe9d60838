import { timestamp } from '../../platform/schema.ts'
import { presentIdea } from '../ideas/present.ts'
import { presentLink } from '../links/present.ts'
import { presentRelation } from '../relations/present.ts'
import type { ReadIdea } from './idea-pages.ts'
import type { ExportSource } from './source.ts'
import { EXPORT_VERSION, type Export, type ExportedDuplicate, type ExportedIdea } from './schema.ts'
import type { DuplicateRow } from './store.ts'
import { createExportedTags, type ExportedTags } from './exported-tags.ts'

type Section = Exclude<keyof Export, 'version' | 'exported_at'>

/** Streams all data of a user as JSON, one record per line. */
export async function* jsonExport(source: ExportSource, exportedAt: string): AsyncGenerator<string> {
  const exportedTags = createExportedTags()
  yield `{"version":${EXPORT_VERSION},"exported_at":${JSON.stringify(exportedAt)}`
  yield* section('ideas', source.ideas(), (row) => exportedIdea(row, exportedTags))
  for await (const page of source.tags()) page.forEach(exportedTags.add)
  yield* section('tags', [[...exportedTags.all()]], (tag) => tag)
  yield* section('relations', source.relations(), presentRelation)
  yield* section('links', source.links(), (row) => ({ ...presentLink(row), idea_id: row.ideaId }))
  yield* section('duplicates', source.duplicates(), exportedDuplicate)
  yield '}\n'
}

async function* section<Name extends Section, Row>(
  name: Name,
  pages: AsyncIterable<Row[]> | Iterable<Row[]>,
  present: (row: Row) => Export[Name][number],
): AsyncGenerator<string> {
  yield `,\n"${name}":[`
  let separator = '\n'
  for await (const page of pages) {
    if (page.length === 0) continue
    yield separator + page.map((row) => JSON.stringify(present(row))).join(',\n')
    separator = ',\n'
  }
  yield '\n]'
}

function exportedIdea(row: ReadIdea, exportedTags: ExportedTags): ExportedIdea {
  // Background work is not part of an export.
  return {
    ...presentIdea({ ...row, tags: exportedTags.detailsOf(row), processing: false }),
    archived: row.archived,
    merged_into: row.mergedInto,
  }
}

function exportedDuplicate({ confidence, reasons, ...row }: DuplicateRow): ExportedDuplicate {
  return {
    id: row.id,
    idea_id: row.ideaId,
    duplicate_of_id: row.duplicateOfId,
    similarity_score: row.score,
    ...(confidence === null ? {} : { confidence }),
    ...(reasons === null ? {} : { reasons }),
    status: row.status,
    created_at: timestamp(row.createdAt),
  }
}

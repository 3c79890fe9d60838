import { timestamp } from '../fields.ts'
import { presentIdea } from '../ideas/present.ts'
import { presentLink } from '../links/present.ts'
import { presentRelation } from '../relations/present.ts'
import type { ReadIdea } from './idea-pages.ts'
import type { Reading } from './reading.ts'
import {
  EXPORT_VERSION,
  type Export,
  type ExportedDuplicate,
  type ExportedIdea,
  type ExportedLink,
  type ExportedRelation,
} from './schema.ts'
import type { DuplicateRow, EdgeRow, OwnedLinkRow } from './store.ts'
import { createTagBook, type TagBook } from './tag-book.ts'

type Section = Exclude<keyof Export, 'version' | 'exported_at'>

/** Everything of a user as one JSON text in pieces, each record on a line of its own. */
export async function* jsonExport(reading: Reading, exportedAt: string): AsyncGenerator<string> {
  const book = createTagBook()
  yield `{"version":${EXPORT_VERSION},"exported_at":${JSON.stringify(exportedAt)}`
  yield* section('ideas', reading.ideas(), (row) => exportedIdea(row, book))
  for await (const page of reading.tags()) page.forEach(book.meet)
  yield* section('tags', [[...book.all()]], (tag) => tag)
  yield* section('relations', reading.relations(), exportedRelation)
  yield* section('links', reading.links(), exportedLink)
  yield* section('duplicates', reading.duplicates(), exportedDuplicate)
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

function exportedIdea(row: ReadIdea, book: TagBook): ExportedIdea {
  // What is still being done for an idea is no part of it.
  return {
    ...presentIdea({ ...row, tags: book.detailsOf(row), processing: false }),
    archived: row.archived,
    merged_into: row.mergedInto,
  }
}

function exportedRelation(row: EdgeRow): ExportedRelation {
  return { ...presentRelation(row), score: row.score }
}

function exportedLink(row: OwnedLinkRow): ExportedLink {
  return { ...presentLink(row), idea_id: row.ideaId }
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

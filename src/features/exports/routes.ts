import { Readable } from 'node:stream'
import { Answer, endpointIn } from '../../platform/http/endpoint.ts'
import type { ExportFile, Exports } from './exports.ts'
import { WRITERS } from './graph.ts'
import { Export, EXPORT_LIMITS, ExportGraphQuery, ExportQuery } from './schema.ts'

const endpoint = endpointIn('Export and import')
const common = {
  access: 'ideas:read',
  // Read-only, and the response is too large to store.
  retrySafe: false,
  limits: EXPORT_LIMITS,
} as const
const headers = { 'Content-Disposition': 'attachment, with a dated file name' }

/** The endpoints of the exports. */
export function exportRoutes(exports: Exports) {
  return [
    endpoint({
      ...common,
      id: 'exportJson',
      route: 'POST /user/export',
      summary:
        'Everything as a JSON file: ideas (archived ones too), tags, relations, links, duplicate pairs; or with the attachments as an archive',
      query: ExportQuery,
      success: {
        status: 200,
        body: Export,
        mediaTypes: ['application/zip'],
        description: 'The file; an archive is a ZIP of that file and the attachments',
        headers,
      },
      handle: async ({ actor, query: { format } }) =>
        attachment(await (format === 'archive' ? exports.archive(actor) : exports.json(actor))),
    }),
    endpoint({
      ...common,
      id: 'exportCsv',
      route: 'POST /user/export/csv',
      summary: 'The active ideas as a CSV file (RFC 4180)',
      success: { status: 200, mediaTypes: ['text/csv'], description: 'The file', headers },
      handle: async ({ actor }) => attachment(await exports.csv(actor)),
    }),
    endpoint({
      ...common,
      id: 'exportGraph',
      route: 'POST /user/export/graph',
      summary: 'The active ideas and their relations as a graph for other programs',
      query: ExportGraphQuery,
      success: {
        status: 200,
        mediaTypes: Object.values(WRITERS).map(({ mediaType }) => mediaType),
        description: 'The file',
        headers,
      },
      handle: async ({ actor, query }) => attachment(await exports.graph(actor, query.format)),
    }),
  ]
}

/** An error midway destroys the connection, so that clients notice a truncated file. */
function attachment({ name, contentType, pieces }: ExportFile): Answer<never> {
  return new Answer<never>({
    // A stream that is wrapped in another would stay open where the client leaves before the first byte.
    stream: pieces instanceof Readable ? pieces : Readable.from(pieces),
    headers: {
      'Content-Type': contentType,
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  })
}

import { endpointIn } from '../../platform/http/endpoint.ts'
import { invalid } from '../../platform/problems.ts'
import type { Imports } from './imports.ts'
import type { Source } from './read-file.ts'
import { IMPORT_LIMITS, ImportQuery, ImportReport } from './schema.ts'

const endpoint = endpointIn('Export and import')

/** The endpoint of imports. */
export function importRoutes(imports: Imports) {
  return [
    endpoint({
      id: 'importIdeas',
      route: 'POST /user/import',
      summary: 'Import an export file or archive, or JSON Lines',
      access: 'ideas:write',
      limits: { atOnce: IMPORT_LIMITS.atOnce },
      query: ImportQuery,
      stream: ['application/json', 'application/x-ndjson', 'application/zip'],
      success: { status: 200, body: ImportReport, description: 'What was made' },
      problems: [
        'validation_error',
        'malformed_json',
        'import_too_large',
        'idea_cap_reached',
        'attachments_full',
        'import_id_reused',
        'tags_too_many',
      ],
      handle: async ({ actor, query, stream: { mediaType, content } }) =>
        imports.run(actor, query, {
          form: formOf(mediaType, query),
          // A refusal is answered while the rest is still being sent: the request must not be destroyed.
          stream: content.iterator({ destroyOnReturn: false }),
        }),
    }),
  ]
}

/** @throws Problem `validation_error` */
function formOf(mediaType: string, { format }: ImportQuery): Source['form'] {
  if (mediaType === 'application/zip') return 'archive'
  if (format !== undefined) throw invalid('format', 'needs a body of Content-Type: application/zip')
  return mediaType === 'application/json' ? 'export' : 'lines'
}

import { endpointIn } from '../../platform/http/endpoint.ts'
import type { Imports } from './imports.ts'
import { IMPORT_LIMITS, ImportQuery, ImportReport } from './schema.ts'

const endpoint = endpointIn('Export and import')

/** The endpoint of imports. */
export function importRoutes(imports: Imports) {
  return [
    endpoint({
      id: 'importIdeas',
      route: 'POST /user/import',
      summary: 'Import an export file, or JSON Lines',
      access: 'ideas:write',
      limits: { atOnce: IMPORT_LIMITS.atOnce },
      query: ImportQuery,
      stream: ['application/json', 'application/x-ndjson'],
      success: { status: 200, body: ImportReport, description: 'What was made' },
      problems: [
        'validation_error',
        'malformed_json',
        'import_too_large',
        'idea_cap_reached',
        'import_id_reused',
        'tags_too_many',
        'too_much_at_once',
      ],
      handle: async ({ actor, query, stream: { mediaType, content } }) =>
        imports.run(actor, query, {
          form: mediaType === 'application/json' ? 'export' : 'lines',
          // A refusal is answered while the rest is still being sent: the request must not be destroyed.
          stream: content.iterator({ destroyOnReturn: false }),
        }),
    }),
  ]
}

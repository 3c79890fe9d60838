import { useSignal } from '@preact/signals'
import { Form } from '../../parts/form.tsx'
import type { Result } from '../../platform/api-types.ts'
import { counted } from '../../platform/amounts.ts'
import { ApiError } from '../../platform/api-error.ts'
import { imported } from '../../platform/import.ts'
import { announceChange } from '../../platform/live.ts'
import { tellError } from '../../platform/notices.ts'

const EXPORTS = [
  ['Everything, as JSON', '/api/v1/user/export'],
  ['With attachments, as ZIP', '/api/v1/user/export?format=archive'],
  ['Ideas, as CSV', '/api/v1/user/export/csv'],
  ['Graph, as GraphML', '/api/v1/user/export/graph?format=graphml'],
  ['Graph, as GEXF', '/api/v1/user/export/graph?format=gexf'],
] as const

/** Exports, which the browser streams to its disk, and the import of a file. */
export function DataSection() {
  return (
    <section aria-labelledby="data">
      <h2 id="data">Your data</h2>
      <div class="row">
        {EXPORTS.map(([name, action]) => (
          <form method="post" action={action} key={action}>
            <button>{name}</button>
          </form>
        ))}
      </div>
      <Import />
    </section>
  )
}

function Import() {
  const work = useSignal<AbortController | undefined>(undefined)
  const report = useSignal<Result<'POST /user/import'> | undefined>(undefined)
  const run = async (file: File): Promise<void> => {
    work.value = new AbortController()
    report.value = undefined
    try {
      report.value = await imported(file, work.value.signal)
    } catch (error) {
      if (error instanceof ApiError) tellError(error)
      else if (work.value?.signal.aborted !== true) throw error
    }
    work.value = undefined
    announceChange()
  }
  return (
    <>
      <h3>Import</h3>
      <Form
        class="row"
        onSend={async (form) => {
          const file = new FormData(form).get('file')
          if (file instanceof File) await run(file)
        }}
      >
        <input
          type="file"
          name="file"
          required
          accept=".json,.zip,.jsonl,.ndjson"
          aria-label="An export of this service as JSON or ZIP, or JSON Lines"
        />
        <button>Import it</button>
        {work.value !== undefined && (
          <>
            <progress aria-label="The import is under way" />
            <button type="button" onClick={() => work.value?.abort()}>
              Stop
            </button>
          </>
        )}
      </Form>
      {report.value && <Report report={report.value} />}
    </>
  )
}

const KINDS = ['idea', 'tag', 'link', 'relation', 'duplicate'] as const

function Report({ report }: Readonly<{ report: Result<'POST /user/import'> }>) {
  const { rejected, rejected_count: left } = report
  const made = KINDS.filter((kind) => report[`${kind}s`] > 0).map((kind) => counted(report[`${kind}s`], kind))
  return (
    <div role="status" class="warning">
      <p>
        {made.length === 0 ? 'Nothing was imported.' : `Imported ${made.join(', ')}.`}
        {left > 0 && ` ${left} left out:`}
      </p>
      {left > 0 && (
        <ul>
          {rejected.map(({ record, path, message }) => (
            <li>
              <code>
                {record} {path}
              </code>{' '}
              {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

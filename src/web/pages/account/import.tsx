import { Form } from '../../parts/form.tsx'
import { counted } from '../../platform/amounts.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Result } from '../../platform/api-types.ts'
import { importFile, importing, lastImport } from '../../platform/import.ts'

/** The import of a file, and what became of the last one. */
export function Import() {
  const underWay = importing()
  const { value: last } = lastImport
  return (
    <>
      <h3>Import</h3>
      <Form
        class="row"
        onSend={async (form) => {
          const file = new FormData(form).get('file')
          if (file instanceof File) await importFile(file)
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
        {underWay && (
          <>
            <progress aria-label="The import is under way" />
            <button type="button" onClick={underWay.stop}>
              Stop
            </button>
          </>
        )}
      </Form>
      {last instanceof ApiError ? <Refusal error={last} /> : last && <Report report={last} />}
    </>
  )
}

/** Why nothing was imported. */
function Refusal({ error }: Readonly<{ error: ApiError }>) {
  const { error: what, details = [] } = error.body
  return (
    <div role="alert" class="warning">
      <p>
        {details.length > 0 && 'Nothing was imported. '}
        {what}
      </p>
      <Faults faults={details.map(({ path, message }) => ({ at: path, message }))} />
    </div>
  )
}

type Report = Result<'POST /user/import'>
const KINDS = ['idea', 'tag', 'link', 'relation', 'duplicate'] as const

function Report({ report }: Readonly<{ report: Report }>) {
  const { rejected, rejected_count: left } = report
  return (
    <div role="status" class="warning">
      <p>
        {summaryOf(report)}
        {left > 0 && ` ${left} left out:`}
      </p>
      <Faults faults={rejected.map(({ record, path, message }) => ({ at: `${record} ${path}`, message }))} />
    </div>
  )
}

function summaryOf(report: Report): string {
  if (report.repeated) return 'This file was imported before; nothing was changed.'
  const made = KINDS.filter((kind) => report[`${kind}s`] > 0).map((kind) => counted(report[`${kind}s`], kind))
  return made.length === 0 ? 'Nothing was imported.' : `Imported ${made.join(', ')}.`
}

/** What is wrong in a file, and where. */
function Faults({ faults }: Readonly<{ faults: readonly Readonly<{ at: string; message: string }>[] }>) {
  if (faults.length === 0) return null
  return (
    <ul>
      {faults.map(({ at, message }) => (
        <li>
          <code>{at}</code> {message}
        </li>
      ))}
    </ul>
  )
}

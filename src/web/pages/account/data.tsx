import { ExportForm } from '../../parts/export-form.tsx'
import { Import } from './import.tsx'

const EXPORTS = [
  ['Everything, as JSON', '/user/export'],
  ['With attachments, as ZIP', '/user/export?format=archive'],
  ['Ideas, as CSV', '/user/export/csv'],
  ['Graph, as GraphML', '/user/export/graph?format=graphml'],
  ['Graph, as GEXF', '/user/export/graph?format=gexf'],
] as const

/** The exports and the import. */
export function DataSection() {
  return (
    <section aria-labelledby="data">
      <h2 id="data">Your data</h2>
      <div class="row">
        {EXPORTS.map(([name, path]) => (
          <ExportForm key={path} path={path}>
            {name}
          </ExportForm>
        ))}
      </div>
      <Import />
    </section>
  )
}

import { ExportForm } from '../../parts/export-form.tsx'
import type { Stage } from './stage.ts'

type Png = Stage['png']

const FORMATS = { graphml: 'GraphML', gexf: 'GEXF', mermaid: 'Mermaid', cypher: 'Cypher' } as const

/** The map to take along: as the picture that is shown, if there is one, and in the formats of graphs. */
export function Copies({ png }: Readonly<{ png: Png | undefined }>) {
  return (
    <section class="row" aria-labelledby="copies">
      <h2 id="copies">Save the map</h2>
      {png && (
        <button type="button" onClick={() => void save(png)}>
          Save as PNG
        </button>
      )}
      {Object.entries(FORMATS).map(([format, name]) => (
        <ExportForm key={format} path={`/user/export/graph?format=${format}`}>
          {name}
        </ExportForm>
      ))}
    </section>
  )
}

async function save(png: Png): Promise<void> {
  const blob = await png()
  if (blob === null) return
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = 'map.png'
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Makes a picture of what the map shows now. */
export type Png = () => Promise<Blob | null>

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
        <form method="post" action={`/api/v1/user/export/graph?format=${format}`} key={format}>
          <button>{name}</button>
        </form>
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

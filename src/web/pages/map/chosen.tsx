import { IdeaPicker } from '../../parts/idea-picker.tsx'
import { StatusBadge } from '../../parts/statuses.tsx'
import { counted } from '../../platform/amounts.ts'
import { call } from '../../platform/api.ts'
import { tell, tellError } from '../../platform/notices.ts'
import type { MapData, Pointed } from './map-data.ts'

type Props = Readonly<{
  /** The whole map, and what is shown of it. */
  whole: MapData
  map: MapData
  id: number | undefined
  onChoose: (id: number | undefined) => void
  onPath: (ids: readonly number[]) => void
  /** What is pointed out: a path that was found, or a cycle that was refused. */
  steps: Pointed | undefined
}>

/** The idea that is chosen on the map: what it is, and the shortest path from it to another. */
export function Chosen({ whole, map, id, onChoose, onPath, steps }: Props) {
  const node = whole.nodes.find((one) => one.id === id)
  if (node === undefined) {
    return (
      <div class="chosen">
        {id !== undefined && <p role="status">The idea that was chosen is not on the map any more.</p>}
        <IdeaPicker label="Choose an idea on the map" without={0} onPick={onChoose} />
      </div>
    )
  }
  const way = steps?.kind === 'path' ? steps.ids : []
  const find = async (to: number): Promise<void> => {
    try {
      const { path } = await call('GET /map/path', { query: { from: node.id, to } })
      if (path === null) tell('No path leads from the one to the other.', 'error')
      else onPath(path.map((idea) => idea.id))
    } catch (error) {
      tellError(error)
    }
  }
  return (
    <div class="chosen row" role="region" aria-label="The chosen idea">
      <strong>
        <a href={`/ideas/${node.id}`} dir="auto">
          {node.title}
        </a>
      </strong>
      <StatusBadge status={node.status} />
      <span class="hint">{counted(node.connectionCount, 'relation')}</span>
      {!map.nodes.includes(node) && <span class="hint">The filter hides it.</span>}
      <IdeaPicker label="Shortest path to …" without={node.id} onPick={(to) => void find(to)} />
      <button type="button" class="quiet" onClick={() => onChoose(undefined)}>
        Choose none
      </button>
      <ol aria-live="polite" aria-label="The way" class="way">
        {way.map((step) => (
          <li>
            <a href={`/ideas/${step}`} dir="auto">
              {whole.nodes.find((one) => one.id === step)?.title ?? `Idea ${step}`}
            </a>
          </li>
        ))}
      </ol>
    </div>
  )
}

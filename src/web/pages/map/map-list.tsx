import { useSignal } from '@preact/signals'
import { Pager } from '../../parts/pager.tsx'
import { StatusBadge } from '../../parts/statuses.tsx'
import type { MapData } from './map-data.ts'

const SIZE = 50

/** The content of the map as a list: ideas by the number of their relations, each with what it leads to. */
export function MapList({ map: { nodes, edges } }: Readonly<{ map: MapData }>) {
  const page = useSignal(0)
  const titles = new Map(nodes.map(({ id, title }) => [id, title]))
  const sorted = nodes.toSorted((a, b) => b.connectionCount - a.connectionCount || a.id - b.id)
  const shown = sorted.slice(page.value * SIZE, (page.value + 1) * SIZE)
  const ids = new Set(shown.map(({ id }) => id))
  const out = Map.groupBy(
    edges.filter(({ source }) => ids.has(source)),
    ({ source }) => source,
  )
  return (
    <>
      <ul class="plain map-list">
        {shown.map(({ id, title, status }) => (
          <li key={id}>
            <a href={`/ideas/${id}`}>{title}</a> <StatusBadge status={status} />
            <ul>
              {out.get(id)?.map((edge) => (
                <li key={edge.id}>
                  {edge.relation_type} <a href={`/ideas/${edge.target}`}>{titles.get(edge.target)}</a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <Pager page={page.value} size={SIZE} total={nodes.length} onGo={(next) => (page.value = next)} />
    </>
  )
}

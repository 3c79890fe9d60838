import { Pager } from '../../parts/pager.tsx'
import { RELATION_WORDS } from '../../parts/relation-words.ts'
import { StatusBadge } from '../../parts/statuses.tsx'
import type { MapData } from './map-data.ts'

const SIZE = 50

type Props = Readonly<{ map: MapData; page: number; onGo: (page: number) => void }>

/** The content of the map as a list: ideas by the number of their relations, each with those that it is related to. */
export function MapList({ map: { nodes, edges }, page: wanted, onGo }: Props) {
  // Of a place in the list that is no longer there, the last one that is.
  const page = Math.min(wanted, Math.max(0, Math.ceil(nodes.length / SIZE) - 1))
  const titles = new Map(nodes.map(({ id, title }) => [id, title]))
  const sorted = nodes.toSorted((a, b) => b.connectionCount - a.connectionCount || a.id - b.id)
  const shown = sorted.slice(page * SIZE, (page + 1) * SIZE)
  const ids = new Set(shown.map(({ id }) => id))
  const lines = edges.flatMap(({ id, source, target, relation_type: type }) => {
    const [out, back] = RELATION_WORDS[type]
    return [
      { id, of: source, words: out, other: target },
      { id, of: target, words: back, other: source },
    ]
  })
  const related = Map.groupBy(
    lines.filter(({ of }) => ids.has(of)),
    ({ of }) => of,
  )
  return (
    <>
      <ul class="plain map-list">
        {shown.map(({ id, title, status }) => (
          <li key={id}>
            <a href={`/ideas/${id}`}>{title}</a> <StatusBadge status={status} />
            <ul>
              {related.get(id)?.map((line) => (
                <li key={line.id}>
                  {line.words} <a href={`/ideas/${line.other}`}>{titles.get(line.other)}</a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <Pager page={page} size={SIZE} total={nodes.length} onGo={onGo} />
    </>
  )
}

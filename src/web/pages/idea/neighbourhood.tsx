import { useLocation } from 'preact-iso'
import type { Result } from '../../platform/api-types.ts'
import { isHidden } from '../../platform/notices.ts'
import { shortened } from '../../platform/shortened.ts'

type MapPart = Result<'GET /map'>
type Point = Readonly<{ x: number; y: number }>

const WIDTH = 360
const HEIGHT = 250
const CENTRE: Point = { x: WIDTH / 2, y: HEIGHT / 2 - 8 }
/** More labels would cover each other. */
const MAX_SHOWN = 10
const MAX_LABEL = 15

/** An idea amid those that it is related to, as a picture; the list of its relations says the same to who does not see it. */
export function Neighbourhood({ id, part }: Readonly<{ id: number; part: MapPart }>) {
  const edges = part.edges.filter(
    (edge) => !isHidden(`relation-${edge.id}`, `idea-${edge.source}`, `idea-${edge.target}`),
  )
  const related = new Set(
    edges.flatMap(({ source, target }) => (source === id ? target : target === id ? source : [])),
  )
  const all = part.nodes.filter((node) => related.has(node.id))
  if (all.length === 0) return null
  const shown = all.toSorted((a, b) => b.connectionCount - a.connectionCount).slice(0, MAX_SHOWN)
  const places = new Map([
    [id, CENTRE],
    ...shown.map((node, at) => [node.id, around(at, shown.length)] as const),
  ])
  return (
    <figure class="neighbourhood">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {edges.map((edge) => {
          const [from, to] = [places.get(edge.source), places.get(edge.target)]
          return from && to && <line key={edge.id} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
        })}
        {part.nodes.map((node) => {
          const place = places.get(node.id)
          return place && <Dot key={node.id} node={node} place={place} isFocus={node.id === id} />
        })}
      </svg>
      <figcaption class="hint">
        {all.length > shown.length && `${shown.length} of ${all.length} related ideas. `}
        <a href={`/map?focus=${id}`}>Open it on the map</a>
      </figcaption>
    </figure>
  )
}

type DotProps = Readonly<{ node: MapPart['nodes'][number]; place: Point; isFocus: boolean }>

function Dot({ node, place: { x, y }, isFocus }: DotProps) {
  const { route } = useLocation()
  const { id, title, status } = node
  return (
    <g class={isFocus ? `focus ${status}` : status} onClick={() => route(`/ideas/${id}`)}>
      <title>{title}</title>
      <circle cx={x} cy={y} r={isFocus ? 9 : 6} />
      <text x={x} y={y + 22}>
        {shortened(title, MAX_LABEL)}
      </text>
    </g>
  )
}

/** A place on an ellipse around the centre, beginning at the top. */
function around(at: number, count: number): Point {
  const angle = (2 * Math.PI * at) / count
  return { x: CENTRE.x + 0.37 * WIDTH * Math.sin(angle), y: CENTRE.y - 0.38 * HEIGHT * Math.cos(angle) }
}

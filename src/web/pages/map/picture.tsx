import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { startLayout } from './layout.ts'
import { graphOf, type MapData, type Paint, type Pointed } from './map-data.ts'
import type { Line } from './pointer.ts'
import type { Places, Positions } from './positions.ts'
import { openStage, type Stage } from './stage.ts'

type Props = Readonly<{
  /** The whole map, which is laid out, and what is shown of it. */
  whole: MapData
  map: MapData
  etag: string | null
  paint: Paint
  pointed: Pointed | undefined
  /** Whether dragging from one idea to another relates them. */
  relates: boolean
  onChoose: (id: number | undefined) => void
  onRelate: (source: number, target: number) => void
  onDrawn: (draw: Pick<Stage, 'png'>) => void
  /** WebGL cannot be had. */
  onFail: () => void
}>

/** The map as a picture, by sigma.js. Those who do not see it have the list beside it. */
export function Picture(props: Props) {
  const { whole, map, etag, paint, pointed } = props
  const place = useRef<HTMLDivElement>(null)
  const stage = useRef<Stage | undefined>(undefined)
  const places = useRef<Places>(new Map())
  const current = useRef(props)
  current.current = props
  const line = useSignal<Line | undefined>(undefined)

  useEffect(() => {
    if (place.current === null) return undefined
    try {
      stage.current = openStage(place.current, current, line)
      props.onDrawn(stage.current)
    } catch {
      props.onFail()
    }
    return () => {
      stage.current?.close()
      // Positions may still be on their way.
      stage.current = undefined
    }
  }, [])
  useEffect(() => {
    const ids = whole.nodes.map(({ id }) => id)
    const edges = whole.edges.map(({ source, target }) => [source, target] as const)
    const place = (positions: Positions): void => {
      const at = (index: number) => ({ x: positions[2 * index] ?? 0, y: positions[2 * index + 1] ?? 0 })
      places.current = new Map(ids.map((id, index) => [id, at(index)]))
      stage.current?.move(places.current)
    }
    return startLayout({ ids, edges }, etag, eachFrame(place))
  }, [whole, etag])
  useEffect(() => {
    const graph = graphOf(map, places.current, paint, pointed)
    stage.current?.show(graph, map.edges, pointed !== undefined)
  }, [map, paint, pointed])

  return (
    <div class="picture">
      <div ref={place} aria-hidden="true" />
      {line.value && (
        <svg aria-hidden="true">
          <line x1={line.value.from.x} y1={line.value.from.y} x2={line.value.to.x} y2={line.value.to.y} />
        </svg>
      )}
    </div>
  )
}

/** Passes on the first positions at once, of later ones the last before each frame: drawing may be slower than the layout. */
function eachFrame(place: (positions: Positions) => void): (positions: Positions) => void {
  let last: Positions | undefined
  let isFirst = true
  return (positions) => {
    if (isFirst) {
      isFirst = false
      place(positions)
      return
    }
    if (last === undefined) {
      requestAnimationFrame(() => {
        if (last !== undefined) place(last)
        last = undefined
      })
    }
    last = positions
  }
}

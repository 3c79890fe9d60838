import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { DEFAULT_STYLES, Sigma } from 'sigma'
import type { CameraState } from 'sigma/types'
import { startLayout } from './layout.ts'
import type { Positions } from './positions.ts'
import { colour, graphOf, move, type ColourBy, type MapData, type Pointed } from './map-data.ts'

type Props = Readonly<{
  map: MapData
  etag: string
  by: ColourBy
  pointed: Pointed | undefined
  /** Whether dragging from one idea to another relates them. */
  relates: boolean
  onChoose: (id: number | undefined) => void
  onRelate: (source: number, target: number) => void
  onDrawn: (draw: { png: () => Promise<Blob | null> }) => void
  /** WebGL cannot be had. */
  onFail: () => void
}>

/** More edges than that are hidden while the map is moved. */
const MANY_EDGES = 20_000
type Line = Readonly<{ from: { x: number; y: number }; to: { x: number; y: number } }>

/** The map as a picture, by sigma.js. Those who do not see it have the list beside it. */
export function Picture({ map, etag, by, pointed, relates, onChoose, onRelate, onDrawn, onFail }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<ReturnType<typeof graphOf> | undefined>(undefined)
  const props = useRef({ relates, onChoose, onRelate })
  props.current = { relates, onChoose, onRelate }
  const camera = useRef<CameraState | undefined>(undefined)
  const line = useSignal<Line | undefined>(undefined)

  useEffect(() => {
    if (place.current === null) return undefined
    const graph = graphOf(map)
    drawn.current = graph
    colour(graph, map.nodes, by, pointed)
    const ids = map.nodes.map(({ id }) => id)
    const edges = map.edges.map(({ source, target }) => [source, target] as const)
    const stop = startLayout(
      { ids, edges },
      etag,
      eachFrame((positions) => move(graph, ids, positions)),
    )
    let sigma: Sigma | undefined
    try {
      const { color: labelColor, backgroundColor: backdropColor } = getComputedStyle(place.current)
      sigma = new Sigma(graph as never, place.current, {
        styles: { nodes: [DEFAULT_STYLES.nodes, { labelColor, backdropColor }] },
        settings: {
          hideEdgesOnMove: edges.length > MANY_EDGES,
          labelRenderedSizeThreshold: 7,
          labelDensity: 0.7,
        },
      })
      if (camera.current !== undefined) sigma.getCamera().setState(camera.current)
      listen(sigma, props, line)
      const canvas = sigma.getStageCanvas()
      const { refresh } = sigma
      onDrawn({
        png: async () => {
          // Read in the task that drew it: afterwards the browser may have cleared it.
          refresh.call(sigma)
          return new Promise((resolve) => canvas.toBlob(resolve))
        },
      })
    } catch {
      onFail()
    }
    return () => {
      stop()
      // The map that follows a change is looked at from where this one was.
      camera.current = sigma?.getCamera().getState()
      sigma?.kill()
    }
  }, [map, etag])
  useEffect(() => {
    if (drawn.current !== undefined) colour(drawn.current, map.nodes, by, pointed)
  }, [map, by, pointed])

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

type Listener = Readonly<{ current: Pick<Props, 'relates' | 'onChoose' | 'onRelate'> }>

function listen(sigma: Sigma, props: Listener, line: { value: Line | undefined }): void {
  let source: string | undefined
  const end = (target?: string): void => {
    if (source !== undefined && target !== undefined && target !== source)
      props.current.onRelate(Number(source), Number(target))
    source = undefined
    line.value = undefined
  }
  sigma.on('clickNode', ({ node }) => props.current.onChoose(Number(node)))
  sigma.on('clickStage', () => props.current.onChoose(undefined))
  sigma.on('downNode', ({ node, event: { x, y }, preventSigmaDefault }) => {
    if (!props.current.relates) return
    preventSigmaDefault()
    source = node
    line.value = { from: { x, y }, to: { x, y } }
  })
  sigma.on('moveBody', ({ event: { x, y }, preventSigmaDefault }) => {
    if (line.value === undefined) return
    preventSigmaDefault()
    line.value = { ...line.value, to: { x, y } }
  })
  sigma.on('upNode', ({ node }) => end(node))
  sigma.on('upStage', () => end())
}

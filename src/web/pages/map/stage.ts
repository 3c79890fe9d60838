import { UndirectedGraph } from 'graphology'
import { nodeExtent } from 'graphology-metrics/graph/extent.js'
import { DEFAULT_STYLES, Sigma } from 'sigma'
import { Dots } from './dots.ts'
import { Lines } from './lines.ts'
import { move, type Drawn, type MapData } from './map-data.ts'
import { listen, type Line, type Listener } from './pointer.ts'
import type { Places } from './positions.ts'
import type { Shown } from './layer.ts'

/** More edges than that are drawn fainter; while a map of more nodes moves, dots stand for them until it has rested so long. */
const MANY = { edges: 5_000, nodes: 2_000 }
const REST_MS = 500
/** At the edges, for half of a label. */
const LABEL_ROOM_PX = 60
/** The camera jumps where sigma would let it glide. */
const MOTIONLESS = { inertiaDuration: 0, inertiaRatio: 0, zoomDuration: 0, doubleClickZoomingDuration: 0 }
/** sigma draws no layer of a graph without a node. */
const STAND_IN = new UndirectedGraph()
STAND_IN.addNode(0, { x: 0, y: 0, size: 0, color: '#0000' })

/**
 * Opens an empty stage. `line` is set while an idea is dragged to another.
 * @throws Error without WebGL
 */
export function openStage(container: HTMLElement, listener: Listener, line: { value: Line | undefined }) {
  // Read again whenever the theme is switched.
  let theme = themeOf(container)
  const shown: Shown = { graph: STAND_IN as Drawn, edges: [], opacity: 0, areDots: true }
  const sigma = new Sigma(STAND_IN as never, container, {
    styles: {
      nodes: [
        DEFAULT_STYLES.nodes,
        { labelColor: () => theme.text, backdropColor: () => theme.back, labelPosition: 'below' },
      ],
    },
    settings: {
      ...(matchMedia('(prefers-reduced-motion: reduce)').matches && MOTIONLESS),
      // The element leaves the page a frame before its stage is closed.
      allowInvalidContainer: true,
      itemSizesReference: 'screen',
      labelRenderedSizeThreshold: 5,
      labelDensity: 0.7,
      labelGridCellSize: 150,
      stagePadding: Math.min(LABEL_ROOM_PX, container.clientWidth / 8),
      nodePickingPadding: 4,
    },
  })
  sigma.addCustomLayerProgram('lines', 'edges', (gl) => new Lines(gl, sigma as never, shown))
  sigma.addCustomLayerProgram('dots', 'nodes', (gl) => new Dots(gl, sigma as never, shown))
  listen(sigma, listener, line)
  let timer: ReturnType<typeof setTimeout> | undefined
  const rest = (): void => {
    if (shown.areDots && sigma.getMouseCaptor().isMouseDown) {
      timer = setTimeout(rest, REST_MS)
      return
    }
    shown.areDots = false
    sigma.setGraph(shown.graph as never)
  }
  const stir = (): void => {
    clearTimeout(timer)
    if (shown.graph.order <= MANY.nodes) {
      rest()
      return
    }
    shown.areDots = true
    sigma.setGraph(STAND_IN as never)
    timer = setTimeout(rest, REST_MS)
  }
  const place = (): void => {
    sigma.setCustomBBox({ x: nodeExtent(shown.graph, 'x'), y: nodeExtent(shown.graph, 'y') })
    stir()
    if (shown.areDots) sigma.scheduleRefresh()
  }
  sigma.getCamera().on('updated', stir)
  const closed = new AbortController()
  matchMedia('(prefers-color-scheme: dark)').addEventListener(
    'change',
    () => {
      theme = themeOf(container)
      sigma.refresh()
    },
    { signal: closed.signal },
  )
  return {
    show: (graph: Drawn, edges: MapData['edges'], isFaint: boolean): void => {
      shown.opacity = (edges.length > MANY.edges ? 0.25 : 0.5) * (isFaint ? 0.3 : 1)
      Object.assign(shown, { graph: graph.order === 0 ? STAND_IN : graph, edges })
      place()
    },
    /** Puts what is shown to other places. */
    move: (places: Places): void => {
      move(shown.graph, places)
      place()
    },
    /** Makes a picture of what is shown. */
    png: async (): Promise<Blob | null> => {
      const stage = sigma.getStageCanvas()
      const picture = new OffscreenCanvas(stage.width, stage.height)
      const context = picture.getContext('2d')
      if (context === null) return null
      context.fillStyle = theme.back
      context.fillRect(0, 0, stage.width, stage.height)
      // Read in the task that drew it: afterwards the browser may have cleared it.
      sigma.refresh({ partialGraph: {}, skipIndexation: true })
      context.drawImage(stage, 0, 0)
      return picture.convertToBlob()
    },
    close: (): void => {
      clearTimeout(timer)
      closed.abort()
      sigma.kill()
    },
  }
}

/** Where the graph is drawn. */
export type Stage = ReturnType<typeof openStage>

function themeOf(container: HTMLElement): { text: string; back: string } {
  const { color: text, backgroundColor: back } = getComputedStyle(container)
  return { text, back }
}

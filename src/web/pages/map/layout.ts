// oxlint-disable-next-line import/default -- Vite makes one of the query
import workerUrl from './layout.worker.ts?worker&url'
import type { Layout, Positions } from './positions.ts'

/** What TypeScript's types of the browser do not have yet (W3C Trusted Types). */
type TrustedTypes = Readonly<{
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => Readonly<{ createScriptURL: (url: string) => unknown }>
}>

type Step = Readonly<{ positions: Positions; isDone: boolean }>
type Kept = Readonly<{ etag: string | null; places: readonly [id: number, x: number, y: number][] }>

const KEPT = 'ideas-map-places'
/** Iterations for ideas without places, and after a change of a map that has places. */
const ITERATIONS = { fresh: 200, changed: 30 }
/** Scripts of workers are of this origin only; the content security policy wants them named by a policy. */
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
const policy = trustedTypes?.createPolicy('map-layout', {
  createScriptURL: (url: string) => {
    if (new URL(url, location.href).origin !== location.origin) throw new TypeError('not of this origin')
    return url
  },
})

/**
 * Where the ideas are: at once where they were when the map was last looked at, else in a circle; then, unless the map is the same
 * as then, as a worker of its own finds better places. Returns a function that ends that.
 */
export function startLayout(
  graph: Pick<Layout, 'ids' | 'edges'>,
  etag: string | null,
  place: (positions: Positions) => void,
): () => void {
  const kept = keptPlaces()
  const known = new Map(kept?.places.map(([id, x, y]) => [id, [x, y] as const]))
  const positions = firstPositions(graph, known)
  place(positions)
  if (kept?.etag === etag) return () => undefined
  const worker = new Worker((policy?.createScriptURL(workerUrl) ?? workerUrl) as string, { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<Step>) => {
    place(data.positions)
    if (!data.isDone) return
    keep(graph.ids, etag, data.positions)
    worker.terminate()
  })
  const share = graph.ids.filter((id) => known.has(id)).length / Math.max(1, graph.ids.length)
  const iterations = share > 0.9 ? ITERATIONS.changed : ITERATIONS.fresh
  const begin = (): void => worker.postMessage({ ...graph, positions, iterations } satisfies Layout)
  // After the first picture, for which the worker would take a processor away.
  requestAnimationFrame(() => setTimeout(begin))
  return () => worker.terminate()
}

/** Ideas without a place are put beside one that they are related to. */
function firstPositions(
  { ids, edges }: Pick<Layout, 'ids' | 'edges'>,
  known: ReadonlyMap<number, readonly [number, number]>,
): Positions {
  const beside = new Map<number, readonly [number, number]>()
  for (const [source, target] of ids.every((id) => known.has(id)) ? [] : edges) {
    const [from, to] = [known.get(source), known.get(target)]
    if (from !== undefined) beside.set(target, from)
    if (to !== undefined) beside.set(source, to)
  }
  const radius = 10 * Math.sqrt(ids.length)
  const positions: Positions = new Float32Array(2 * ids.length)
  for (const [at, id] of ids.entries()) {
    const angle = (2 * Math.PI * at) / ids.length
    const near = beside.get(id)
    const [x, y] = known.get(id) ?? [
      (near?.[0] ?? radius * Math.cos(angle)) + Math.cos(angle),
      (near?.[1] ?? radius * Math.sin(angle)) + Math.sin(angle),
    ]
    positions.set([x, y], 2 * at)
  }
  return positions
}

function keptPlaces(): Kept | undefined {
  const text = localStorage.getItem(KEPT)
  return text === null ? undefined : (JSON.parse(text) as Kept)
}

function keep(ids: readonly number[], etag: string | null, positions: Positions): void {
  const rounded = (at: number) => Math.round((positions[at] ?? 0) * 10) / 10
  const places = ids.map((id, at) => [id, rounded(2 * at), rounded(2 * at + 1)] as const)
  try {
    localStorage.setItem(KEPT, JSON.stringify({ etag, places }))
  } catch {
    // A map that is too large for the browser's storage is laid out anew each time.
  }
}

import { useSignal } from '@preact/signals'
import { useLocation } from 'preact-iso'
import { useMemo } from 'preact/hooks'
import { useTags } from '../../parts/known-tags.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { ApiError } from '../../platform/api-error.ts'
import { call, type Reply } from '../../platform/api.ts'
import { announceChange, useLive } from '../../platform/live.ts'
import { tell, tellError } from '../../platform/notices.ts'
import { Chosen } from './chosen.tsx'
import { Copies } from './copies.tsx'
import { Legend } from './legend.tsx'
import { coloursOf, filtered, painter, type MapData, type Pointed } from './map-data.ts'
import { MapChoices, type Dragging } from './map-choices.tsx'
import { MapList } from './map-list.tsx'
import { Picture } from './picture.tsx'
import { useShown } from './shown.ts'
import type { Stage } from './stage.ts'

/** The graph of all ideas. */
export function MapPage() {
  const live = useLive('GET /map', {}).value
  return (
    <>
      <PageTitle>Map</PageTitle>
      <Loaded live={live}>
        {(reply) =>
          reply.body.nodes.length === 0 ? (
            <p class="empty">The map is empty. Capture two ideas and relate them: they stand here.</p>
          ) : (
            <MapView reply={reply} />
          )
        }
      </Loaded>
    </>
  )
}

function MapView({ reply: { body, etag } }: Readonly<{ reply: Reply<'GET /map'> }>) {
  const [shown, show] = useShown()
  const { filter, by } = shown
  const isWithoutWebGL = useSignal(false)
  const isList = shown.isList || isWithoutWebGL.value
  const dragging = useSignal<Dragging>('')
  const png = useSignal<Stage['png'] | undefined>(undefined)
  const map = useMemo(() => filtered(body, filter), [body, filter])
  const { colours } = useTags()
  const paint = useMemo(() => painter(by, colours), [by, colours])
  const tags = useMemo(() => [...new Set(body.nodes.flatMap((node) => node.tags))].sort(), [body])
  // As the small map of an idea opens it.
  const focus = useLocation().query['focus']
  const chosen = useSignal(focus === undefined ? undefined : Number(focus))
  const neighbours = useMemo(() => neighboursOf(map, chosen.value), [map, chosen.value])
  /** A path or cycle, until another idea is chosen. */
  const steps = useSignal<Pointed | undefined>(undefined)
  const choose = (id: number | undefined): void => {
    chosen.value = id
    steps.value = undefined
  }
  const relate = async (source: number, target: number): Promise<void> => {
    const relation = {
      source_idea_id: source,
      target_idea_id: target,
      relation_type: dragging.value || ('related' as const),
    }
    try {
      await call('POST /map/relations', { body: relation })
      tell('Related.')
    } catch (error) {
      const cycle = error instanceof ApiError ? error.body.cycle : undefined
      if (cycle === undefined) tellError(error)
      else {
        const titles = new Map(body.nodes.map(({ id, title }) => [id, title]))
        steps.value = { kind: 'cycle', ids: cycle }
        tell(`That would close a circle: ${cycle.map((id) => titles.get(id)).join(' – ')}`, 'error')
      }
    }
    announceChange()
  }
  return (
    <>
      <MapChoices
        tags={tags}
        shown={{ ...shown, isList }}
        onShow={(change) => {
          if (change.list !== undefined) isWithoutWebGL.value = false
          show(change)
        }}
        dragging={dragging}
      />
      {body.edges.length === 0 && (
        <p class="hint">
          No idea is related yet. Choose above what dragging does and drag one idea to another, or relate them
          on the page of an idea.
        </p>
      )}
      {map.nodes.length === 0 && (
        <p class="row" role="status">
          No idea is like that.
          <button type="button" onClick={() => show({ status: '', tag: '' })}>
            Show all
          </button>
        </p>
      )}
      {isList ? (
        <MapList
          map={map}
          page={shown.page}
          onGo={(page) => show({ page: page === 0 ? '' : String(page) })}
        />
      ) : (
        <Picture
          whole={body}
          map={map}
          etag={etag}
          paint={paint}
          pointed={steps.value ?? neighbours}
          relates={dragging.value !== ''}
          onChoose={choose}
          onRelate={(source, target) => void relate(source, target)}
          onDrawn={(draw) => (png.value = draw.png)}
          onFail={() => {
            isWithoutWebGL.value = true
            tell('This browser draws no WebGL: here is the map as a list.', 'error')
          }}
        />
      )}
      {!isList && <Legend colours={coloursOf(map, paint)} />}
      <Chosen
        whole={body}
        map={map}
        id={chosen.value}
        onChoose={choose}
        steps={steps.value}
        onPath={(ids) => {
          // Another idea may have been chosen meanwhile.
          if (ids[0] === chosen.value) steps.value = { kind: 'path', ids }
        }}
      />
      <Copies png={isList ? undefined : png.value} />
    </>
  )
}

function neighboursOf({ nodes, edges }: MapData, id: number | undefined): Pointed | undefined {
  if (id === undefined) return undefined
  if (!nodes.some((node) => node.id === id)) return undefined
  const ends = edges.flatMap(({ source, target }) => (source === id ? target : target === id ? source : []))
  return { kind: 'neighbours', ids: [id, ...ends] }
}

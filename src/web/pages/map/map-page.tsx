import { useSignal } from '@preact/signals'
import { useLocation } from 'preact-iso'
import { useMemo } from 'preact/hooks'
import { Loaded } from '../../parts/loaded.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { STATUSES } from '../../parts/statuses.tsx'
import { ApiError } from '../../platform/api-error.ts'
import { call, type Reply } from '../../platform/api.ts'
import { announceChange, useLive } from '../../platform/live.ts'
import { tell, tellError } from '../../platform/notices.ts'
import { Chosen } from './chosen.tsx'
import { Copies, type Png } from './copies.tsx'
import { filtered, type ColourBy, type Filter, type MapData, type Pointed } from './map-data.ts'
import { MapList } from './map-list.tsx'
import { Picture } from './picture.tsx'

const TYPES = ['related', 'parent', 'blocks', 'inspires', 'supersedes'] as const

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
  const by = useSignal<ColourBy>('status')
  const filter = useSignal<Filter>({ status: '', tag: '' })
  const isList = useSignal(false)
  const type = useSignal<(typeof TYPES)[number] | ''>('')
  const png = useSignal<Png | undefined>(undefined)
  const map = useMemo(() => filtered(body, filter.value), [body, filter.value])
  const tags = useMemo(() => [...new Set(body.nodes.flatMap((node) => node.tags))].sort(), [body])
  // As the small map of an idea opens it.
  const focus = useLocation().query['focus']
  const chosen = useSignal(focus === undefined ? undefined : Number(focus))
  const pointed = useSignal<Pointed | undefined>(neighboursOf(map, chosen.value))
  const choose = (id: number | undefined): void => {
    chosen.value = id
    pointed.value = neighboursOf(map, id)
  }
  const relate = async (source: number, target: number): Promise<void> => {
    const relation = {
      source_idea_id: source,
      target_idea_id: target,
      relation_type: type.value || ('related' as const),
    }
    try {
      await call('POST /map/relations', { body: relation })
      tell('Related.')
    } catch (error) {
      const cycle = error instanceof ApiError ? error.body.cycle : undefined
      if (cycle === undefined) tellError(error)
      else {
        const titles = new Map(body.nodes.map(({ id, title }) => [id, title]))
        pointed.value = { kind: 'cycle', ids: cycle }
        tell(`That would close a circle: ${cycle.map((id) => titles.get(id)).join(' – ')}`, 'error')
      }
    }
    announceChange()
  }
  return (
    <>
      <div class="row filters map-choices">
        <Choice
          label="Status"
          value={filter.value.status}
          options={[['', 'every status'], ...STATUSES.map((one) => [one, one] as const)]}
          onChange={(status) => (filter.value = { ...filter.value, status: status as Filter['status'] })}
        />
        <Choice
          label="Tag"
          value={filter.value.tag}
          options={[['', 'every tag'], ...tags.map((one) => [one, one] as const)]}
          onChange={(tag) => (filter.value = { ...filter.value, tag })}
        />
        <Choice
          label="Colours"
          value={by.value}
          options={[
            ['status', 'coloured by status'],
            ['tag', 'coloured by tag'],
          ]}
          onChange={(next) => (by.value = next as ColourBy)}
        />
        <Choice
          label="What dragging does"
          value={type.value}
          options={[
            ['', 'dragging moves the map'],
            ...TYPES.map((one) => [one, `dragging relates: ${one}`] as const),
          ]}
          onChange={(next) => (type.value = next as typeof type.value)}
        />
        <button type="button" aria-pressed={isList.value} onClick={() => (isList.value = !isList.value)}>
          As a list
        </button>
      </div>
      {body.edges.length === 0 && (
        <p class="hint">
          No idea is related yet. Choose above what dragging relates and drag one idea to another, or relate
          them on the page of an idea.
        </p>
      )}
      {isList.value ? (
        <MapList map={map} />
      ) : (
        <Picture
          whole={body}
          map={map}
          etag={etag}
          by={by.value}
          pointed={pointed.value}
          relates={type.value !== ''}
          onChoose={choose}
          onRelate={(source, target) => void relate(source, target)}
          onDrawn={(draw) => (png.value = draw.png)}
          onFail={() => {
            isList.value = true
            tell('This browser draws no WebGL: here is the map as a list.', 'error')
          }}
        />
      )}
      <Chosen
        map={map}
        id={chosen.value}
        onChoose={choose}
        onPath={(ids) => (pointed.value = { kind: 'path', ids })}
      />
      <Copies png={isList.value ? undefined : png.value} />
    </>
  )
}

function neighboursOf({ edges }: MapData, id: number | undefined): Pointed | undefined {
  if (id === undefined) return undefined
  const ends = edges.flatMap(({ source, target }) => (source === id ? target : target === id ? source : []))
  return { kind: 'neighbours', ids: [id, ...ends] }
}

type ChoiceProps = Readonly<{
  label: string
  value: string
  options: readonly (readonly [value: string, name: string])[]
  onChange: (value: string) => void
}>

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <select aria-label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {options.map(([one, name]) => (
        <option value={one}>{name}</option>
      ))}
    </select>
  )
}

import { useLocation } from 'preact-iso'
import { useMemo } from 'preact/hooks'
import { STATUSES } from '../../parts/statuses.tsx'
import type { ColourBy, Filter } from './map-data.ts'

/** What is shown of the map, and how. */
export type Shown = Readonly<{ filter: Filter; by: ColourBy; isList: boolean }>

/** New values of the address' parameters; an empty one is taken away. */
export type Choices = Readonly<Partial<Record<'status' | 'tag' | 'by' | 'list', string>>>

/** What the address says is shown of the map, so that Back leads to it and it can be sent to others; and how to change that. */
export function useShown(): [Shown, (change: Choices) => void] {
  const { url, route } = useLocation()
  const shown = useMemo(() => {
    const query = new URL(url, location.origin).searchParams
    const status = STATUSES.find((one) => one === query.get('status')) ?? ''
    const by: ColourBy = query.get('by') === 'tag' ? 'tag' : 'status'
    return { filter: { status, tag: query.get('tag') ?? '' }, by, isList: query.has('list') } as const
  }, [url])
  const show = (change: Choices): void => {
    const query = new URL(url, location.origin).searchParams
    for (const [name, value] of Object.entries(change)) {
      if (value === '') query.delete(name)
      else query.set(name, value)
    }
    route(query.size === 0 ? '/map' : `/map?${query}`, true)
  }
  return [shown, show]
}

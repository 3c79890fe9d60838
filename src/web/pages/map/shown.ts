import { useLocation } from 'preact-iso'
import { useMemo } from 'preact/hooks'
import { STATUSES } from '../../parts/statuses.tsx'
import type { ColourBy, Filter } from './map-data.ts'

/** What is shown of the map, and how. */
export type Shown = Readonly<{ filter: Filter; by: ColourBy; isList: boolean; page: number }>

/** New values of the address' parameters; an empty one is taken away. */
export type Choices = Readonly<Partial<Record<'status' | 'tag' | 'by' | 'list' | 'page', string>>>

/** What the address says is shown of the map, so that Back leads to it and it can be sent to others; and how to change that. */
export function useShown(): [Shown, (change: Choices) => void] {
  const { url, route } = useLocation()
  const shown = useMemo(() => {
    const query = new URL(url, location.origin).searchParams
    const status = STATUSES.find((one) => one === query.get('status')) ?? ''
    const by: ColourBy = query.get('by') === 'tag' ? 'tag' : 'status'
    const filter = { status, tag: query.get('tag') ?? '' } as const
    const page = Math.max(0, Math.trunc(Number(query.get('page'))) || 0)
    return { filter, by, isList: query.has('list'), page }
  }, [url])
  const show = (change: Choices): void => {
    const query = new URL(url, location.origin).searchParams
    // Another choice has pages of its own.
    query.delete('page')
    for (const [name, value] of Object.entries(change)) {
      if (value === '') query.delete(name)
      else query.set(name, value)
    }
    // As in the list of ideas, Back leads to the page before.
    route(query.size === 0 ? '/map' : `/map?${query}`, change.page === undefined)
  }
  return [shown, show]
}

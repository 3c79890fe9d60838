import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { isHidden } from '../platform/notices.ts'

type Ids = readonly number[]

/**
 * The ideas that are chosen on the pages of a list. Of the ids that `place` shows now, if they are known, those that were chosen
 * there and are not among them any more are chosen no longer.
 */
export function useChosen(place: string, shown: Ids | undefined) {
  /** Each with the place where it was chosen. */
  const chosen = useSignal<ReadonlyMap<number, string>>(new Map())
  useEffect(() => {
    if (shown === undefined) return
    const left = [...chosen.value].filter(([id, at]) => at !== place || shown.includes(id))
    if (left.length < chosen.value.size) chosen.value = new Map(left)
  }, [place, shown])
  return {
    ids: [...chosen.value.keys()].filter((id) => !isHidden(`idea-${id}`)),
    add: (ids: Ids): void => {
      chosen.value = new Map([...chosen.value, ...ids.map((id) => [id, place] as const)])
    },
    remove: (ids: Ids): void => {
      chosen.value = new Map([...chosen.value].filter(([id]) => !ids.includes(id)))
    },
  }
}

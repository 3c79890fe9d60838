import { useSignal } from '@preact/signals'
import { useLocation } from 'preact-iso'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { KeyButton } from '../../parts/key-button.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useLive } from '../../platform/live.ts'
import { isHidden, tell } from '../../platform/notices.ts'
import { PairView, type Pair } from './pair-view.tsx'

function isShown({ id, idea_id: later, duplicate_of_id: earlier }: Pair): boolean {
  return !isHidden(`pair-${id}`, `idea-${later}`, `idea-${earlier}`)
}

/**
 * Pairs that may be the same idea, one after the other, by keyboard: J and K go, 1 and 2 say which one stays and show what the
 * merge would make, D dismisses, U takes back.
 */
export function DuplicatesPage() {
  const live = useLive('GET /ideas/duplicates', { query: { limit: 100 } }).value
  const chosen = useSignal<number | undefined>(undefined)
  const lastIndex = useRef(0)
  const isTold = useRef(false)
  // As the page of an idea opens it: a pair by the ids of its ideas.
  const wanted = new Set(useLocation().query['pair']?.split(',').map(Number))
  const loaded = live.reply?.body.duplicates ?? []
  const pairs = loaded.filter(isShown)
  const unloaded = Math.max(0, (live.reply?.total ?? 0) - loaded.length)
  const isWanted = wanted.size > 1 && chosen.value === undefined
  const at = loaded.findIndex((one) =>
    chosen.value === undefined
      ? wanted.has(one.idea_id) && wanted.has(one.duplicate_of_id)
      : one.id === chosen.value,
  )
  // One that is being dismissed stays the chosen one, for when that is undone; the next one is shown.
  const next = at < 0 ? undefined : loaded.slice(at).find(isShown)
  const index = Math.max(0, Math.min(next ? pairs.indexOf(next) : lastIndex.current, pairs.length - 1))
  const pair = pairs[index]
  useLayoutEffect(() => {
    lastIndex.current = index
    if (at >= 0) chosen.value ??= loaded[at]?.id
    if (at >= 0 || live.reply === undefined) return
    if (isWanted && !isTold.current)
      tell(unloaded > 0 ? 'That pair is not among the first 100.' : 'That pair is resolved already.')
    isTold.current = true
    chosen.value = pair?.id
  })
  const go = (to: number): void => void (chosen.value = pairs[to]?.id ?? chosen.value)
  return (
    <>
      <PageTitle hint="Pairs that may be the same idea. Merging keeps everything of both and can be undone.">
        Duplicates
      </PageTitle>
      <Loaded live={live}>
        {() =>
          pair === undefined ? (
            <p class="empty">Nothing to review. New ideas are compared with all others as they come.</p>
          ) : (
            <>
              <p class="row">
                <KeyButton shortcut="k" aria-disabled={index === 0} onClick={() => go(index - 1)}>
                  Previous
                </KeyButton>
                <span>
                  {index + 1} of {pairs.length + unloaded}
                </span>
                <KeyButton
                  shortcut="j"
                  aria-disabled={index === pairs.length - 1}
                  onClick={() => go(index + 1)}
                >
                  Next
                </KeyButton>
              </p>
              <PairView key={pair.id} pair={pair} />
            </>
          )
        }
      </Loaded>
      <p class="hint">
        How sure it must be for a pair to be shown is a setting of your <a href="/account">account</a>.
      </p>
    </>
  )
}

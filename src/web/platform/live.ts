import { computed, useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { ApiError } from './api-error.ts'
import { request, type Reply } from './api.ts'
import type { Input, Route } from './api-types.ts'

/** What a page shows of the service: nothing yet, an answer, or why there is none. */
export type Live<R extends Route> = Readonly<{
  reply: Reply<R> | undefined
  /** Whether the answer is one to what is asked now: while another page of a list is read, the one before is still shown. */
  isCurrent: boolean
  error: ApiError | undefined
  /** Reads it again now. */
  reload: () => Promise<void>
}>

/** `of` is the question that the answer is one to, or to which there is none. */
type State<R extends Route> = Omit<Live<R>, 'isCurrent' | 'error'> &
  Readonly<{ of: string | undefined; failure: Readonly<{ of: string; error: ApiError }> | undefined }>

/** A page that is looked at is read again this often; the browser sends what it has as `If-None-Match`. */
const EVERY_MS = 20_000
const changed = new EventTarget()

/** Has all that is shown read again, after something was written. */
export function announceChange(): void {
  changed.dispatchEvent(new Event('change'))
}

/**
 * Reads an endpoint, and follows what changes there. This is the one place that knows how: by asking again every 20 seconds
 * while the page is looked at, when it is looked at again, and after every change of this tab's own. Another page of a list replaces the one
 * that is shown when it is there; what shows another thing has a `key` of it.
 */
export function useLive<R extends Route>(route: R, input: Input<R> | undefined): ReadonlySignal<Live<R>> {
  const live = useSignal<State<R>>({
    reply: undefined,
    of: undefined,
    failure: undefined,
    reload: async () => undefined,
  })
  const key = JSON.stringify([route, input])
  const told = useMemo(() => computed(() => shown(live.value, key)), [key])
  const given = useMemo(() => input, [key])
  useEffect(() => {
    if (given === undefined) return undefined
    const left = new AbortController()
    let reading = false
    /** Something changed while it was being read. */
    let again = false
    const { signal } = left
    const reload = async (): Promise<void> => {
      reading = true
      again = false
      try {
        const known = live.value.of === key ? live.value.reply : undefined
        const reply = await request(route, given, { signal, known })
        const isNew = reply !== known || live.value.failure !== undefined
        if (!signal.aborted && isNew) live.value = { reply, of: key, failure: undefined, reload }
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof ApiError)) throw error
        live.value = { ...live.value, failure: { of: key, error }, reload }
      } finally {
        reading = false
        if (again && !signal.aborted) void reload()
      }
    }
    const look = (): void => {
      if (document.visibilityState !== 'visible') return
      if (reading) again = true
      else void reload()
    }
    live.value = { ...live.value, failure: undefined, reload }
    void reload()
    const timer = setInterval(look, EVERY_MS)
    signal.addEventListener('abort', () => clearInterval(timer))
    document.addEventListener('visibilitychange', look, { signal })
    addEventListener('online', look, { signal })
    changed.addEventListener('change', look, { signal })
    return () => left.abort()
  }, [route, given])
  return told
}

function shown<R extends Route>({ reply, of, failure, reload }: State<R>, key: string): Live<R> {
  const error = failure?.of === key ? failure.error : undefined
  return { reply, isCurrent: of === key, error, reload }
}

import { effect, signal } from '@preact/signals'
import { announceChange } from './live.ts'
import { deleteNow, tellError } from './notices.ts'
import { session } from './session.ts'

let count = 0
/** Whether long work of any kind is under way. */
export const isWorking = (): boolean => count > 0

type UnderWay<Progress> = Readonly<{ progress: Progress | undefined; stop: () => void }>
type Task<Progress> = (show: (progress: Progress) => void, signal: AbortSignal) => Promise<unknown>

/**
 * Long work of one kind, at most one at a time for each key. It belongs to no page: it goes on when the page is left, and is
 * there when the page is opened again. Signing out stops it.
 */
export function longWork<Progress>() {
  const all = signal<ReadonlyMap<string | number, UnderWay<Progress>>>(new Map())
  effect(() => {
    if (session.value === 'nobody') for (const { stop } of all.peek().values()) stop()
  })
  return {
    /** What is under way, if anything. */
    at: (key: string | number) => all.value.get(key),
    /** Does it, and tells why it failed unless it was stopped; false, and nothing is done, if it is under way already. */
    async run(key: string | number, task: Task<Progress>): Promise<boolean> {
      if (all.peek().has(key)) return false
      const stopping = new AbortController()
      const show = (progress?: Progress): void => {
        all.value = new Map(all.value).set(key, { progress, stop: () => stopping.abort() })
      }
      show()
      count += 1
      try {
        await deleteNow()
        await task(show, stopping.signal)
      } catch (error) {
        if (!stopping.signal.aborted) tellError(error)
      } finally {
        count -= 1
        all.value = new Map([...all.value].filter(([one]) => one !== key))
        announceChange()
      }
      return true
    },
  }
}

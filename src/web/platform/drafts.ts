import { signal, type Signal } from '@preact/signals'

/** What is being typed in a form. */
export type Draft<T> = Readonly<{
  value: T
  /** Whether anything was typed. */
  isKept: boolean
  change: (part: Partial<T>) => void
  /** Forgets what was typed; the function that it returns brings it back. */
  drop: () => () => void
}>

/** By their keys in the storage of the tab, as JSON. */
const drafts = new Map<string, Signal<string | null>>()

/** Forgets what was typed in all forms. */
export function dropDrafts(): void {
  sessionStorage.clear()
  for (const kept of drafts.values()) kept.value = null
}

/** Keeps what is typed in this tab, also over a reload, from the first change of `initial` until it is dropped. */
export function useDraft<T extends object>(name: string, initial: T): Draft<T> {
  const key = `ideas-draft-${name}`
  const kept = drafts.get(key) ?? signal(sessionStorage.getItem(key))
  drafts.set(key, kept)
  const keep = (text: string | null): void => {
    kept.value = text
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  }
  const valueOf = (text: string | null): T => (text === null ? initial : (JSON.parse(text) as T))
  return {
    value: valueOf(kept.value),
    isKept: kept.value !== null,
    change: (part) => {
      const next = JSON.stringify({ ...valueOf(kept.peek()), ...part })
      keep(next === JSON.stringify(initial) ? null : next)
    },
    drop: () => {
      const dropped = kept.peek()
      keep(null)
      return () => keep(dropped)
    },
  }
}

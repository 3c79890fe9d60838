import { signal, type Signal } from '@preact/signals'

/** What is being typed in a form. */
export type Draft<T> = Readonly<{
  value: T
  /** Whether anything was typed. */
  isKept: boolean
  change: (part: Partial<T>) => void
  /** Forgets what was sent and saved, unless something else was typed since; returns what that is. */
  settle: (sent: T) => T | undefined
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

/** What a form starts with when it is opened next. */
export function keepDraft(name: string, value: object): void {
  keep(keyOf(name), JSON.stringify(value))
}

/** Forgets what was typed in a form, which need not be shown. */
export function dropDraft(name: string): void {
  keep(keyOf(name), null)
}

function keep(key: string, text: string | null): void {
  if (text === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, text)
  const kept = drafts.get(key)
  if (kept !== undefined) kept.value = text
}

/** Whether something typed in this tab is not sent yet. */
export function hasDrafts(): boolean {
  return Object.keys(sessionStorage).some((key) => key.startsWith(PREFIX))
}

const PREFIX = 'ideas-draft-'
const keyOf = (name: string): string => PREFIX + name

/** Keeps what is typed in this tab, also over a reload, from the first change of `initial` until it is dropped. */
export function useDraft<T extends object>(name: string, initial: T): Draft<T> {
  const key = keyOf(name)
  const kept = drafts.get(key) ?? signal(sessionStorage.getItem(key))
  drafts.set(key, kept)
  const valueOf = (text: string | null): T => (text === null ? initial : (JSON.parse(text) as T))
  return {
    value: valueOf(kept.value),
    isKept: kept.value !== null,
    change: (part) => {
      const next = JSON.stringify({ ...valueOf(kept.peek()), ...part })
      keep(key, next === JSON.stringify(initial) ? null : next)
    },
    settle: (sent) => {
      const now = valueOf(kept.peek())
      if (JSON.stringify(now) !== JSON.stringify(sent)) return now
      keep(key, null)
      return undefined
    },
    drop: () => {
      const dropped = kept.peek()
      keep(key, null)
      return () => {
        if (kept.peek() === null) keep(key, dropped)
      }
    },
  }
}

import { useSignal, useSignalEffect, type Signal } from '@preact/signals'

/** A text that is being typed: kept in this tab until `value` is empty, also over a reload. */
export function useDraft(name: string, initial = ''): Signal<string> {
  const key = keyOf(name)
  const draft = useSignal(sessionStorage.getItem(key) ?? initial)
  useSignalEffect(() => {
    if (draft.value === initial) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, draft.value)
  })
  return draft
}

/** Forgets a text that was being typed. */
export function dropDraft(name: string): void {
  sessionStorage.removeItem(keyOf(name))
}

function keyOf(name: string): string {
  return `ideas-draft-${name}`
}

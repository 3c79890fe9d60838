import { createContext, type ComponentChildren } from 'preact'
import { useContext, useMemo } from 'preact/hooks'
import { useLive, type Live } from '../platform/live.ts'

type Known = Readonly<{ live: Live<'GET /tags'>; colours: ReadonlyMap<string, string | null> }>

const none: Known = {
  live: { reply: undefined, isCurrent: false, error: undefined, reload: async () => undefined },
  colours: new Map(),
}
const Context = createContext(none)

/** Reads the tags of the account once for all that is in it. */
export function KnownTags({ children }: Readonly<{ children: ComponentChildren }>) {
  const live = useLive('GET /tags', {}).value
  const known = useMemo(
    () => ({ live, colours: new Map(live.reply?.body.map(({ name, color }) => [name, color])) }),
    [live],
  )
  return <Context.Provider value={known}>{children}</Context.Provider>
}

/** The tags of the account, and the colours of those that have one. */
export function useTags(): Known {
  return useContext(Context)
}

import { effect, signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'

const OFF = 'ideas-shortcuts-off'
/** Whether single keys are shortcuts in this browser: they can be turned off (WCAG 2.1.4), because speech input types letters. */
export const hasSingleKeys = signal(localStorage.getItem(OFF) === null)
effect(() => {
  if (hasSingleKeys.value) localStorage.removeItem(OFF)
  else localStorage.setItem(OFF, 'true')
})

/** Calls a function when a key is pressed outside text fields and dialogs; `mod+k` is Ctrl or Command with K, everywhere. A key that is held counts once. */
export function useShortcut(keys: string | undefined, act: () => void): void {
  // Before the page is seen: keys count as soon as it is.
  useLayoutEffect(() => {
    if (keys === undefined) return undefined
    const listen = (event: KeyboardEvent): void => {
      const isMod = keys.startsWith('mod+')
      if (event.key.toLowerCase() !== keys.replace('mod+', '') || (event.ctrlKey || event.metaKey) !== isMod)
        return
      if (event.altKey || (!isMod && (!hasSingleKeys.value || isTyping(event.target)))) return
      event.preventDefault()
      if (!event.repeat) act()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  })
}

/** Where letters are typed, and dialogs, which have keys of their own. */
const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select, dialog, [contenteditable]'

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null
}

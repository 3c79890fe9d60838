import { useLayoutEffect } from 'preact/hooks'

/** Calls a function when a key is pressed outside text fields and dialogs; `mod+k` is Ctrl or Command with K, everywhere. A key that is held counts once. */
export function useShortcut(keys: string, act: () => void): void {
  // Before the page is seen: keys count as soon as it is.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isMod = keys.startsWith('mod+')
      if (event.key.toLowerCase() !== keys.replace('mod+', '') || (event.ctrlKey || event.metaKey) !== isMod)
        return
      if (event.altKey || (!isMod && isTyping(event.target))) return
      event.preventDefault()
      if (!event.repeat) act()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  })
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable]') !== null
  )
}

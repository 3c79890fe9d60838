import type { ButtonHTMLAttributes, RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import { hasSingleKeys, useShortcut } from '../platform/shortcuts.ts'

type Props = ButtonHTMLAttributes &
  Readonly<{ shortcut: string | undefined; buttonRef?: RefObject<HTMLButtonElement | null> }>

/** A button that a single key presses, too, where it has one; it names the key as long as single keys are shortcuts. */
export function KeyButton({ shortcut, buttonRef, children, ...attributes }: Props) {
  const own = useRef<HTMLButtonElement>(null)
  const button = buttonRef ?? own
  useShortcut(shortcut, () => button.current?.click())
  const named = hasSingleKeys.value ? shortcut : undefined
  return (
    <button ref={button} {...attributes} type="button" aria-keyshortcuts={named}>
      {children} {named && <kbd>{named.toUpperCase()}</kbd>}
    </button>
  )
}

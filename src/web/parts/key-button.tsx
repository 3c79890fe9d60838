import type { ButtonHTMLAttributes, RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import { hasSingleKeys, useShortcut } from '../platform/shortcuts.ts'

type Props = ButtonHTMLAttributes &
  Readonly<{ shortcut: string; buttonRef?: RefObject<HTMLButtonElement | null> }>

/** A button that a single key presses, too; it names the key as long as single keys are shortcuts. */
export function KeyButton({ shortcut, buttonRef, children, ...attributes }: Props) {
  const own = useRef<HTMLButtonElement>(null)
  const button = buttonRef ?? own
  useShortcut(shortcut, () => button.current?.click())
  const isNamed = hasSingleKeys.value
  return (
    <button ref={button} {...attributes} type="button" aria-keyshortcuts={isNamed ? shortcut : undefined}>
      {children} {isNamed && <kbd>{shortcut.toUpperCase()}</kbd>}
    </button>
  )
}

import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

type Props = Readonly<{ label: string; onClose: () => void; class?: string; children: ComponentChildren }>

/** A modal dialog, open as long as it is rendered. Escape and a click beside it close it. */
export function Dialog({ label, onClose, children, class: name = '' }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Not after the next frame: what is typed right after the key that opens a dialog belongs into it.
  useLayoutEffect(() => {
    const { current } = dialog
    const before = document.activeElement
    current?.showModal()
    return () => {
      current?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={name}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      {children}
    </dialog>
  )
}

import { signal } from '@preact/signals'
import type { ComponentChildren, TargetedMouseEvent } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Notices } from './notices.tsx'
import { TroubleBanner } from './trouble-banner.tsx'

type Props = Readonly<{ label: string; onClose: () => void; class?: string; children: ComponentChildren }>

/** The dialogs that are open, the one in front last: it shows the messages, for what is outside of it cannot be operated. */
const stack = signal<readonly symbol[]>([])

/** What is shown only while no dialog is open. */
export function WithoutDialog({ children }: Readonly<{ children: ComponentChildren }>) {
  return stack.value.length === 0 ? <>{children}</> : null
}

/** A modal dialog, open as long as it is rendered. Escape and a click beside it close it. */
export function Dialog({ label, onClose, children, class: name = '' }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const mine = useRef(Symbol(label)).current
  const isBegunBeside = useRef(false)
  // Not after the next frame: what is typed right after the key that opens a dialog belongs into it.
  useLayoutEffect(() => {
    const { current } = dialog
    const before = document.activeElement
    current?.showModal()
    stack.value = [...stack.value, mine]
    return () => {
      stack.value = stack.value.filter((one) => one !== mine)
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
      onClose={() => {
        // Browsers close it at a second Escape even if the first was prevented; it stays open as long as it is rendered.
        if (dialog.current === null) return
        onClose()
        dialog.current.showModal()
      }}
      onPointerDown={(event) => (isBegunBeside.current = isBeside(event))}
      onClick={(event) => {
        if (isBegunBeside.current && isBeside(event)) onClose()
      }}
    >
      {children}
      {stack.value.at(-1) === mine && (
        <>
          <TroubleBanner />
          <Notices hasKeys={false} />
        </>
      )}
    </dialog>
  )
}

/** Whether a pointer is outside the box of a dialog: its backdrop counts as the dialog itself. */
function isBeside(event: TargetedMouseEvent<HTMLDialogElement>): boolean {
  const { target, currentTarget, clientX, clientY } = event
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
  return target === currentTarget && !isInside
}

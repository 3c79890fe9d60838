import { dismiss, notices, type Notice } from '../platform/notices.ts'
import { Cross } from './cross.tsx'
import { KeyButton } from './key-button.tsx'

/**
 * The messages at the edge of the page; screen readers hear them as they come. U takes back what the last one tells, but for a dialog, in
 * which keys are typed.
 */
export function Notices({ hasKeys = true }: Readonly<{ hasKeys?: boolean }>) {
  const last = notices.value.findLast(({ undo }) => undo !== undefined)
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, text, kind, undo }) => (
        <div key={id} class={`notice ${kind}`}>
          <span>{text}</span>
          {undo && (
            <KeyButton
              shortcut={hasKeys && id === last?.id ? 'u' : undefined}
              onClick={() => takeBack({ id, undo })}
            >
              Undo
            </KeyButton>
          )}
          <Cross label="Close this message" onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  )
}

function takeBack({ id, undo }: Pick<Notice, 'id' | 'undo'>): void {
  undo?.()
  dismiss(id)
}

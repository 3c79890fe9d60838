import { dismiss, notices, type Notice } from '../platform/notices.ts'
import { useShortcut } from '../platform/shortcuts.ts'

/** The messages at the edge of the page; screen readers hear them as they come. U takes back what the last one tells. */
export function Notices() {
  const last = notices.value.findLast(({ undo }) => undo !== undefined)
  useShortcut('u', () => last && takeBack(last))
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, text, kind, undo }) => (
        <div key={id} class={`notice ${kind}`}>
          <span>{text}</span>
          {undo && (
            <button
              type="button"
              aria-keyshortcuts={id === last?.id ? 'u' : undefined}
              onClick={() => takeBack({ id, undo })}
            >
              Undo {id === last?.id && <kbd>U</kbd>}
            </button>
          )}
          <button type="button" class="quiet" aria-label="Close this message" onClick={() => dismiss(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}

function takeBack({ id, undo }: Pick<Notice, 'id' | 'undo'>): void {
  undo?.()
  dismiss(id)
}

import { dismiss, notices } from '../platform/notices.ts'

/** The messages at the edge of the page; screen readers hear them as they come. */
export function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, text, kind, undo }) => (
        <div key={id} class={`notice ${kind}`}>
          <span>{text}</span>
          {undo && (
            <button
              type="button"
              onClick={() => {
                undo()
                dismiss(id)
              }}
            >
              Undo
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

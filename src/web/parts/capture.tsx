import { signal, useSignal } from '@preact/signals'
import { useLocation } from 'preact-iso'
import { useLayoutEffect, useMemo } from 'preact/hooks'
import { ApiError } from '../platform/api-error.ts'
import { capture } from '../platform/capture.ts'
import { useDraft } from '../platform/drafts.ts'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'
import { IdeaFields } from './idea-fields.tsx'
import { TagInput } from './tag-input.tsx'

const isOpen = signal(false)
const NEW: Readonly<{ title: string; body: string; tags: readonly string[] }> = {
  title: '',
  body: '',
  tags: [],
}

/** Opens the dialog that captures an idea. */
export function openCapture(): void {
  isOpen.value = true
}

function close(): void {
  isOpen.value = false
}

/** Captures an idea from any page. */
export function Capture() {
  return isOpen.value ? <CaptureDialog /> : null
}

function CaptureDialog() {
  const { route } = useLocation()
  const draft = useDraft('capture', NEW)
  const refusal = useSignal<ApiError | undefined>(undefined)
  // What is kept for later is not sent when the network is there again.
  const closed = useMemo(() => new AbortController(), [])
  useLayoutEffect(
    () => () => {
      closed.abort()
      close()
    },
    [],
  )
  const send = async (force = false): Promise<void> => {
    refusal.value = undefined
    try {
      const id = await capture(draft, force, closed.signal)
      close()
      route(`/ideas/${id}`)
    } catch (error) {
      if (closed.signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      refusal.value = error
    }
  }
  const equal = refusal.value?.body.duplicate_of_id
  return (
    <Dialog label="Capture an idea" onClose={close} class="capture">
      <Form class="stack" onSend={async () => send()}>
        <h2>Capture an idea</h2>
        <div role="alert" class="warning" hidden={refusal.value === undefined}>
          {equal === undefined ? (
            refusal.value?.message
          ) : (
            <>
              You have this idea already.{' '}
              <a href={`/ideas/${equal}`} onClick={close}>
                Open it
              </a>{' '}
              or{' '}
              <button type="button" onClick={() => void send(true)}>
                capture it again
              </button>
            </>
          )}
        </div>
        <IdeaFields value={draft.value} onChange={draft.change} rows={7} />
        <TagInput
          label="Tags"
          tags={draft.value.tags}
          onChange={(tags) => draft.change({ tags })}
          endsOnBlur
        />
        <div class="row end">
          <button type="button" onClick={close}>
            Keep for later
          </button>
          <button class="main">Capture</button>
        </div>
      </Form>
    </Dialog>
  )
}

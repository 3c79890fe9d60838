import { signal, useSignal } from '@preact/signals'
import { useLocation } from 'preact-iso'
import { ApiError } from '../platform/api-error.ts'
import { request } from '../platform/api.ts'
import { keepDraft, useDraft } from '../platform/drafts.ts'
import { announceChange } from '../platform/live.ts'
import { tell } from '../platform/notices.ts'
import { useShortcut } from '../platform/shortcuts.ts'
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

/** Captures an idea from any page, by the key C. */
export function Capture() {
  useShortcut('c', openCapture)
  return isOpen.value ? <CaptureDialog /> : null
}

function CaptureDialog() {
  const { route } = useLocation()
  const draft = useDraft('capture', NEW)
  const refusal = useSignal<ApiError | undefined>(undefined)
  const capture = async (force = false): Promise<void> => {
    refusal.value = undefined
    try {
      const idea = { ...draft.value, tags: [...draft.value.tags] }
      const { body, etag } = await request('POST /ideas', { body: idea, query: { force } })
      const { id } = body
      const typedSince = draft.settle(draft.value)
      if (typedSince !== undefined) {
        const { title, body: text } = typedSince
        keepDraft(`idea-${id}`, { title, body: text, etag: etag ?? '', was: [body.title, body.body] })
        draft.drop()
      }
      close()
      announceChange()
      tell(
        typedSince === undefined
          ? `Captured “${idea.title}”.`
          : `Captured “${idea.title}”. What you typed since is not saved yet: go on editing it.`,
      )
      route(`/ideas/${id}`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refusal.value = error
    }
  }
  const equal = refusal.value?.body.duplicate_of_id
  return (
    <Dialog label="Capture an idea" onClose={close} class="capture">
      <Form class="stack" onSend={async () => capture()}>
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
              <button type="button" onClick={() => void capture(true)}>
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

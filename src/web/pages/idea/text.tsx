import { useSignal } from '@preact/signals'
import { Form } from '../../parts/form.tsx'
import { IdeaFields } from '../../parts/idea-fields.tsx'
import { Markdown } from '../../parts/markdown.tsx'
import { ApiError } from '../../platform/api-error.ts'
import { call, request } from '../../platform/api.ts'
import { dropDraft, useDraft } from '../../platform/drafts.ts'
import { announceChange } from '../../platform/live.ts'
import { tellError } from '../../platform/notices.ts'
import { useShortcut } from '../../platform/shortcuts.ts'
import type { Idea } from './idea.ts'

type Props = Readonly<{ idea: Idea; etag: string }>

/** Title and text of an idea, rendered, and edited in place by the key E. */
export function IdeaText({ idea, etag }: Props) {
  /** The ETag of what is being edited. */
  const editing = useSignal<string | undefined>(undefined)
  useShortcut('e', () => (editing.value ??= etag))
  if (editing.value !== undefined) {
    return <Editor idea={idea} etag={editing.value} onEnd={() => (editing.value = undefined)} />
  }
  return (
    <section aria-label="Text">
      {idea.body === '' ? <p class="hint">No text yet.</p> : <Markdown text={idea.body} />}
      <button type="button" aria-keyshortcuts="e" onClick={() => (editing.value = etag)}>
        Edit <kbd>E</kbd>
      </button>
    </section>
  )
}

function Editor({ idea, etag, onEnd }: Props & Readonly<{ onEnd: () => void }>) {
  const { id } = idea
  const title = useDraft(`idea-${id}-title`, idea.title)
  const body = useDraft(`idea-${id}-body`, idea.body)
  /** What somebody else wrote meanwhile, with its ETag. */
  const theirs = useSignal<Readonly<{ idea: Idea; etag: string }> | undefined>(undefined)
  const end = (): void => {
    dropDraft(`idea-${id}-title`)
    dropDraft(`idea-${id}-body`)
    onEnd()
    announceChange()
  }
  const save = async (ifMatch: string): Promise<void> => {
    try {
      const change = { title: title.value, body: body.value }
      await call('PATCH /ideas/:id', { params: { id }, body: change }, { ifMatch })
      end()
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        const now = await request('GET /ideas/:id', { params: { id } })
        theirs.value = { idea: now.body, etag: now.etag ?? '' }
      } else tellError(error)
    }
  }
  return (
    <Form class="stack" aria-label="Edit the idea" onSend={async () => save(theirs.value?.etag ?? etag)}>
      {theirs.value && <Conflict theirs={theirs.value.idea} onTake={end} />}
      <IdeaFields
        title={title}
        body={body}
        rows={Math.min(30, Math.max(8, body.value.split('\n').length + 2))}
      />
      <div class="row end">
        <button type="button" onClick={end}>
          Discard
        </button>
        <button class="main">{theirs.value ? 'Save mine over it' : 'Save'}</button>
      </div>
    </Form>
  )
}

/** Says that the idea was changed meanwhile, and what it is now, so that both can be put together below. */
function Conflict({ theirs, onTake }: Readonly<{ theirs: Idea; onTake: () => void }>) {
  return (
    <div class="warning" role="alert">
      <p>
        <strong>This idea was changed meanwhile.</strong> Below is what you typed. Take over what you need
        from what it is now, then save; or keep what it is now.
      </p>
      <details open>
        <summary>What it is now: {theirs.title}</summary>
        <pre class="theirs">{theirs.body}</pre>
      </details>
      <button type="button" onClick={onTake}>
        Keep what it is now
      </button>
    </div>
  )
}

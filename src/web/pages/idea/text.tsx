import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Form } from '../../parts/form.tsx'
import { IdeaFields } from '../../parts/idea-fields.tsx'
import { Markdown } from '../../parts/markdown.tsx'
import { ApiError } from '../../platform/api-error.ts'
import { call, request } from '../../platform/api.ts'
import { useDraft, type Draft } from '../../platform/drafts.ts'
import { announceChange } from '../../platform/live.ts'
import { tell, tellError } from '../../platform/notices.ts'
import { useShortcut } from '../../platform/shortcuts.ts'
import type { Idea } from './idea.ts'

/** With the ETag of what it was begun from, maybe days ago: it is saved over nothing else. */
type Text = Readonly<{ title: string; body: string; etag: string }>

/** Title and text of an idea, rendered, and edited in place by the key E. */
export function IdeaText({ idea, etag }: Readonly<{ idea: Idea; etag: string }>) {
  const { id, title, body } = idea
  const draft = useDraft<Text>(`idea-${id}`, { title, body, etag })
  const isEdited = useSignal(false)
  const button = useRef<HTMLButtonElement>(null)
  const hasEnded = useRef(false)
  const edit = (): void => void (isEdited.value = true)
  const end = (): void => {
    hasEnded.current = true
    isEdited.value = false
    announceChange()
  }
  const discard = (): void => {
    if (draft.isKept) {
      const restore = draft.drop()
      tell('What you typed is discarded.', 'done', () => {
        restore()
        edit()
      })
    }
    end()
  }
  useShortcut('e', edit)
  useLayoutEffect(() => {
    if (hasEnded.current) button.current?.focus()
    hasEnded.current = false
  }, [isEdited.value])
  if (isEdited.value) return <Editor id={id} draft={draft} onEnd={end} onDiscard={discard} />
  return (
    <section aria-label="Text">
      {body === '' ? <p class="hint">No text yet.</p> : <Markdown text={body} />}
      <button ref={button} type="button" aria-keyshortcuts="e" onClick={edit}>
        {draft.isKept ? 'Go on editing (unsaved)' : 'Edit'} <kbd>E</kbd>
      </button>
    </section>
  )
}

type EditorProps = Readonly<{ id: number; draft: Draft<Text>; onEnd: () => void; onDiscard: () => void }>

function Editor({ id, draft, onEnd, onDiscard }: EditorProps) {
  const { title, body, etag } = draft.value
  /** What somebody else wrote meanwhile, with its ETag. */
  const theirs = useSignal<Readonly<{ idea: Idea; etag: string }> | undefined>(undefined)
  const save = async (): Promise<void> => {
    try {
      const ifMatch = theirs.value?.etag ?? etag
      await call('PATCH /ideas/:id', { params: { id }, body: { title, body } }, { ifMatch })
      draft.drop()
      onEnd()
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        const now = await request('GET /ideas/:id', { params: { id } })
        theirs.value = { idea: now.body, etag: now.etag ?? '' }
      } else tellError(error)
    }
  }
  return (
    <Form class="stack" aria-label="Edit the idea" onSend={save}>
      {theirs.value && <Conflict theirs={theirs.value.idea} onTake={onDiscard} />}
      <IdeaFields
        value={draft.value}
        onChange={draft.change}
        rows={Math.min(30, Math.max(8, body.split('\n').length + 2))}
      />
      <div class="row end">
        <button type="button" onClick={onDiscard}>
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

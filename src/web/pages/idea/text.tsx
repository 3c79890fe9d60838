import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Form } from '../../parts/form.tsx'
import { IdeaFields } from '../../parts/idea-fields.tsx'
import { Markdown } from '../../parts/markdown.tsx'
import { ApiError } from '../../platform/api-error.ts'
import { request } from '../../platform/api.ts'
import { useDraft, type Draft } from '../../platform/drafts.ts'
import { announceChange } from '../../platform/live.ts'
import { tell, tellError } from '../../platform/notices.ts'
import { useShortcut } from '../../platform/shortcuts.ts'
import type { Idea } from './idea.ts'

/** With what it was begun from, maybe days ago, and the ETag of that: it is saved over nothing else. Earlier versions kept no `was`. */
type Text = Readonly<{
  title: string
  body: string
  etag: string
  was?: readonly [title: string, body: string]
}>

/** Title and text of an idea, rendered, and edited in place by the key E. */
export function IdeaText({ idea, etag }: Readonly<{ idea: Idea; etag: string }>) {
  const { id, title, body } = idea
  const draft = useDraft<Text>(`idea-${id}`, { title, body, etag, was: [title, body] })
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
  const { title, body, etag, was } = draft.value
  /** What somebody else wrote meanwhile, with its ETag. */
  const theirs = useSignal<Readonly<{ idea: Idea; etag: string }> | undefined>(undefined)
  const save = async (ifMatch: string): Promise<void> => {
    try {
      const saved = await request('PATCH /ideas/:id', { params: { id }, body: { title, body } }, { ifMatch })
      if (draft.settle(draft.value) === undefined) onEnd()
      else {
        theirs.value = undefined
        draft.change({ etag: saved.etag ?? '', was: [title, body] })
        tell('Saved. What you typed meanwhile is not saved yet.')
      }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412) return tellError(error)
      const now = await request('GET /ideas/:id', { params: { id } })
      const current = now.etag ?? ''
      const isSameText = now.body.title === was?.[0] && now.body.body === was[1]
      // Something else of the idea was changed, a tag for example, which is no conflict.
      if (isSameText && current !== ifMatch) return save(current)
      theirs.value = { idea: now.body, etag: current }
    }
  }
  return (
    <Form class="stack" aria-label="Edit the idea" onSend={async () => save(theirs.value?.etag ?? etag)}>
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

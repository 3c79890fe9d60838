import { useSignal } from '@preact/signals'
import { useLocation } from 'preact-iso'
import { Form } from '../../parts/form.tsx'
import { IdeaFields } from '../../parts/idea-fields.tsx'
import { Elsewhere } from '../../parts/loaded.tsx'
import { ApiError } from '../../platform/api-error.ts'
import { request } from '../../platform/api.ts'
import { capture } from '../../platform/capture.ts'
import type { Draft } from '../../platform/drafts.ts'
import { announceChange } from '../../platform/live.ts'
import { tell, tellError } from '../../platform/notices.ts'
import type { Idea } from './idea.ts'

/** With what it was begun from, maybe days ago, and the ETag of that: it is saved over nothing else. Earlier versions kept no `was`. */
export type Text = Readonly<{
  title: string
  body: string
  etag: string
  was?: readonly [title: string, body: string]
}>

type Props = Readonly<{
  id: number
  draft: Draft<Text>
  gone: ApiError | undefined
  onEnd: () => void
  onDiscard: () => void
}>

/** The form that changes an idea, or makes a new one of what was typed when the idea is gone. */
export function Editor({ id, draft, gone, onEnd, onDiscard }: Props) {
  const { route } = useLocation()
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
      if (!(error instanceof ApiError) || error.status !== 412) throw error
      const now = await request('GET /ideas/:id', { params: { id } })
      const current = now.etag ?? ''
      const isSameText = now.body.title === was?.[0] && now.body.body === was[1]
      // Something else of the idea was changed, a tag for example, which is no conflict.
      if (isSameText && current !== ifMatch) return save(current)
      theirs.value = { idea: now.body, etag: current }
    }
  }
  const send = async (): Promise<void> => {
    try {
      if (gone) route(`/ideas/${await capture(draft, true)}`)
      else await save(theirs.value?.etag ?? etag)
    } catch (error) {
      // The page finds that out, and shows this form as that of a new idea.
      if (error instanceof ApiError && error.status === 404) announceChange()
      else tellError(error)
    }
  }
  return (
    <Form class="stack" aria-label="Edit the idea" onSend={send}>
      {gone && <Gone survivor={gone.body.merged_into ?? undefined} />}
      {theirs.value && !gone && <Conflict theirs={theirs.value.idea} onTake={onDiscard} />}
      <IdeaFields
        value={draft.value}
        onChange={draft.change}
        rows={Math.min(30, Math.max(8, body.split('\n').length + 2))}
      />
      <div class="row end">
        <button type="button" onClick={onDiscard}>
          Discard
        </button>
        <button class="main">
          {gone ? 'Save as a new idea' : theirs.value ? 'Save mine over it' : 'Save'}
        </button>
      </div>
    </Form>
  )
}

/** Says what became of the idea, for which it is too late to save anything. */
function Gone({ survivor }: Readonly<{ survivor: number | undefined }>) {
  return (
    <div class="warning" role="alert">
      <p>
        <strong>This idea was {survivor === undefined ? 'deleted' : 'merged into another'} meanwhile.</strong>{' '}
        Below is what you typed. Save it as a new idea, or copy what you need.
      </p>
      <Elsewhere survivor={survivor} />
    </div>
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
        <pre class="theirs" dir="auto">
          {theirs.body}
        </pre>
      </details>
      <button type="button" onClick={onTake}>
        Keep what it is now
      </button>
    </div>
  )
}

import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { KeyButton } from '../../parts/key-button.tsx'
import { Markdown } from '../../parts/markdown.tsx'
import type { ApiError } from '../../platform/api-error.ts'
import { useDraft } from '../../platform/drafts.ts'
import { announceChange } from '../../platform/live.ts'
import { tell } from '../../platform/notices.ts'
import { Editor, type Text } from './editor.tsx'
import type { Idea } from './idea.ts'

type Props = Readonly<{
  idea: Pick<Idea, 'id' | 'title' | 'body'>
  etag: string
  /** Why the idea is not there any more: what was typed of it is. */
  gone?: ApiError | undefined
}>

/** Title and text of an idea, rendered, and edited in place by the key E. */
export function IdeaText({ idea, etag, gone }: Props) {
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
  useLayoutEffect(() => {
    if (hasEnded.current) button.current?.focus()
    hasEnded.current = false
  }, [isEdited.value])
  if (isEdited.value || gone)
    return <Editor id={id} draft={draft} gone={gone} onEnd={end} onDiscard={discard} />
  return (
    <section aria-label="Text">
      {body === '' ? <p class="hint">No text yet.</p> : <Markdown text={body} />}
      <KeyButton buttonRef={button} shortcut="e" onClick={edit}>
        {draft.isKept ? 'Go on editing (unsaved)' : 'Edit'}
      </KeyButton>
    </section>
  )
}

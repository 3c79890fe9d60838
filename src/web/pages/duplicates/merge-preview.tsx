import { useLayoutEffect, useRef } from 'preact/hooks'
import { Form } from '../../parts/form.tsx'
import { Markdown } from '../../parts/markdown.tsx'
import type { Result } from '../../platform/api-types.ts'
import { counted } from '../../platform/amounts.ts'

/** What a merge would make, as the API answers it. */
export type Preview = Extract<Result<'POST /ideas/:id/merge'>, { preview: true }>

type Props = Readonly<{
  preview: Preview
  /** Whether another one was shown before, which does not hold any more. */
  isRenewed: boolean
  /** The text of the idea that stays, as it is now. */
  before: string
  onMerge: () => Promise<void>
  onClose: () => void
}>

/** The idea that two would become, with what it gets marked; Enter merges. */
export function MergePreview({ preview, isRenewed, before, onMerge, onClose }: Props) {
  const { merged, absorbed, moved, dropped, duplicates } = preview
  const [text, button] = [useRef<HTMLDivElement>(null), useRef<HTMLButtonElement>(null)]
  // What nobody has read yet is not merged by a second Enter.
  useLayoutEffect(() => (isRenewed ? text : button).current?.focus(), [])
  const facts = [
    moved.tags.length > 0 && `It gets the tags ${moved.tags.join(', ')}.`,
    moved.links.length > 0 && `It gets ${counted(moved.links.length, 'link')}.`,
    moved.relations.length > 0 && `It gets ${counted(moved.relations.length, 'relation')}.`,
    dropped.links.length > 0 && `${counted(dropped.links.length, 'link')} it has already.`,
    dropped.relations.length > 0 &&
      `It does not get ${counted(dropped.relations.length, 'relation')}: between the two, or there already.`,
    duplicates.length > 1 &&
      `${counted(duplicates.length, 'pair')} of possible duplicates would be resolved.`,
  ].filter((fact) => fact !== false)
  return (
    <Form class="stack" onSend={onMerge}>
      <h2 dir="auto">{merged.title}</h2>
      {isRenewed && (
        <p class="warning" role="alert">
          It was not merged. Read again what the merge makes now.
        </p>
      )}
      <p>
        “{absorbed.title}” would become a part of it. What it gets is <mark>marked</mark>.
      </p>
      <div
        ref={text}
        class="merged"
        role="region"
        aria-label="The text that the idea would have"
        tabIndex={0}
      >
        <Markdown text={merged.body} against={before} />
      </div>
      <ul>
        {facts.map((fact) => (
          <li>{fact}</li>
        ))}
      </ul>
      <div class="row end">
        <button type="button" onClick={onClose}>
          Not yet <kbd>Esc</kbd>
        </button>
        <button class="main" ref={button}>
          Merge them {!isRenewed && <kbd>Enter</kbd>}
        </button>
      </div>
    </Form>
  )
}

import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { counted } from '../../platform/amounts.ts'
import { call } from '../../platform/api.ts'
import { attempt, tell } from '../../platform/notices.ts'
import type { Tag } from './tag.ts'

type Props = Readonly<{ tag: Tag; into: Tag; onEnd: () => void }>

/** Asks below the row of a tag whether it is to be merged into another, which cannot be undone. */
export function MergeQuestion({ tag: { id, name, count }, into, onEnd }: Props) {
  const question = useId()
  const no = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => no.current?.focus(), [into.id])
  const merge = (): void => {
    onEnd()
    void attempt(async () => {
      await call('POST /tags/:id/merge', { params: { id }, body: { into_id: into.id } })
      tell(`“${name}” is “${into.name}” now, on all of its ideas.`)
    })
  }
  return (
    <tr>
      <td colSpan={5} class="question">
        <div class="row" role="group" aria-labelledby={question}>
          <span id={question}>
            Merge “{name}” into “{into.name}” on {counted(count, 'idea')}? This cannot be undone.
          </span>
          <button type="button" onClick={merge}>
            Merge
          </button>
          <button ref={no} type="button" onClick={onEnd}>
            Not yet
          </button>
        </div>
      </td>
    </tr>
  )
}

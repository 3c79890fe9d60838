import { Question } from '../../parts/question.tsx'
import { counted } from '../../platform/amounts.ts'
import { call } from '../../platform/api.ts'
import { attempt, tell } from '../../platform/notices.ts'
import type { Tag } from './tag.ts'

type Props = Readonly<{ tag: Tag; into: Tag; onEnd: () => void }>

/** Asks below the row of a tag whether it is to be merged into another, which cannot be undone. */
export function MergeQuestion({ tag: { id, name, count }, into, onEnd }: Props) {
  const merge = (): void => {
    onEnd()
    void attempt(async () => {
      await call('POST /tags/:id/merge', { params: { id }, body: { into_id: into.id } })
      tell(`“${name}” is “${into.name}” now, on all of its ideas.`)
    })
  }
  const text = `Merge “${name}” into “${into.name}” on ${counted(count, 'idea')}? This cannot be undone.`
  return (
    <tr>
      <td colSpan={5} class="question">
        <Question text={text} yes="Merge" onYes={merge} onNo={onEnd} />
      </td>
    </tr>
  )
}

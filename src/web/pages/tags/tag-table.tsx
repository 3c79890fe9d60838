import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { TagRow } from './tag-row.tsx'
import type { Tag } from './tag.ts'

/** Of a table that are shown at first, and by each press of the button below it. */
const ROWS = 200

type TableProps = Readonly<{ tags: readonly Tag[]; all: readonly Tag[]; caption: string }>

/** Tags of one kind, a part of them at first where they are many. */
export function TagTable({ tags, all, caption }: TableProps) {
  const shown = useSignal(ROWS)
  const body = useRef<HTMLTableSectionElement>(null)
  useLayoutEffect(() => {
    if (shown.value > ROWS) body.current?.rows[shown.value - ROWS]?.querySelector('input')?.focus()
  }, [shown.value])
  return (
    <table class="tags">
      <caption>
        {caption} <span class="count">{tags.length}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Colour</th>
          <th scope="col">Ideas</th>
          <th scope="col">Merge into</th>
          <th scope="col">
            <span class="hidden">Delete</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {tags.slice(0, shown.value).map((tag) => (
          <TagRow key={tag.id} tag={tag} all={all} />
        ))}
      </tbody>
      {tags.length > shown.value && (
        <tfoot>
          <tr>
            <td colSpan={5}>
              <button type="button" onClick={() => (shown.value += ROWS)}>
                Show {Math.min(ROWS, tags.length - shown.value)} more
              </button>
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

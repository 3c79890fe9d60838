import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Cross } from '../../parts/cross.tsx'
import { call } from '../../platform/api.ts'
import { attempt, deleteLater, tell } from '../../platform/notices.ts'
import { MergeQuestion } from './merge-question.tsx'
import type { Tag } from './tag.ts'

/** A tag with what can be done with it, of `all` others. The page has their names as the list `all-tags`. */
export function TagRow({ tag, all }: Readonly<{ tag: Tag; all: readonly Tag[] }>) {
  const { id, color, count } = tag
  /** The name that is being typed over one, until the tag has another or it is refused. */
  const typed = useSignal<Readonly<{ over: string; name: string }> | undefined>(undefined)
  const into = useSignal<Tag | undefined>(undefined)
  const field = useRef<HTMLInputElement>(null)
  const change = (body: { name?: string; color?: string | null }) =>
    attempt(() => call('PATCH /tags/:id', { params: { id }, body }))
  const rename = async (name: string): Promise<void> => {
    if (!(await change({ name })) || name.trim() === tag.name) typed.value = undefined
  }
  const end = (): void => {
    into.value = undefined
    field.current?.focus()
  }
  return (
    <>
      <tr>
        <td>
          <input
            aria-label={`Name of the tag ${tag.name}`}
            value={typed.value?.over === tag.name ? typed.value.name : tag.name}
            onInput={({ currentTarget }) => (typed.value = { over: tag.name, name: currentTarget.value })}
            onChange={({ currentTarget }) => void rename(currentTarget.value)}
          />
        </td>
        <td>
          <input
            type="color"
            aria-label={`Colour of the tag ${tag.name}`}
            value={color ?? '#888888'}
            onChange={({ currentTarget }) => void change({ color: currentTarget.value })}
          />
          {color !== null && (
            <Cross
              label={`Take away the colour of the tag ${tag.name}`}
              onClick={() => void change({ color: null })}
            />
          )}
        </td>
        <td>
          <a href={`/?tag=${encodeURIComponent(tag.name)}`}>{count}</a>
        </td>
        <td>
          <input
            ref={field}
            list="all-tags"
            placeholder="Another tag"
            aria-label={`Merge the tag ${tag.name} into`}
            onChange={({ currentTarget }) => {
              const name = currentTarget.value.trim().toLowerCase()
              const other = all.find((one) => one.name.toLowerCase() === name)
              if (other !== undefined && other.id !== id) into.value = other
              else if (currentTarget.value !== '') tell('Choose another tag that exists.', 'error')
              currentTarget.value = ''
            }}
          />
        </td>
        <td>
          <Cross
            label={`Delete the tag ${tag.name}`}
            onClick={() =>
              deleteLater(`tag-${id}`, `The tag “${tag.name}” is deleted.`, 'DELETE /tags/:id', {
                params: { id },
              })
            }
          />
        </td>
      </tr>
      {into.value && <MergeQuestion key={into.value.id} tag={tag} into={into.value} onEnd={end} />}
    </>
  )
}

import { useSignal } from '@preact/signals'
import type { Result } from '../../platform/api-types.ts'
import { call } from '../../platform/api.ts'
import { attempt, deleteLater, tell } from '../../platform/notices.ts'

export type Tag = Result<'GET /tags'>[number]

/** A tag with what can be done with it, of `all` others. The page has their names as the list `all-tags`. */
export function TagRow({ tag, all }: Readonly<{ tag: Tag; all: readonly Tag[] }>) {
  const { id, color, count } = tag
  const name = useSignal(tag.name)
  const change = (body: { name?: string; color?: string | null }): void =>
    void attempt(() => call('PATCH /tags/:id', { params: { id }, body }))
  const merge = (into: Tag): void =>
    void attempt(async () => {
      await call('POST /tags/:id/merge', { params: { id }, body: { into_id: into.id } })
      tell(`“${tag.name}” is “${into.name}” now, on all of its ideas.`)
    })
  return (
    <tr>
      <td>
        <input
          aria-label={`Name of the tag ${tag.name}`}
          maxLength={50}
          value={name.value}
          onInput={({ currentTarget }) => (name.value = currentTarget.value)}
          onChange={() => change({ name: name.value })}
        />
      </td>
      <td>
        <input
          type="color"
          aria-label={`Colour of the tag ${tag.name}`}
          value={color ?? '#888888'}
          onChange={({ currentTarget }) => change({ color: currentTarget.value })}
        />
        {color !== null && (
          <button
            type="button"
            class="quiet"
            aria-label={`Take away the colour of the tag ${tag.name}`}
            onClick={() => change({ color: null })}
          >
            ×
          </button>
        )}
      </td>
      <td>
        <a href={`/?tag=${encodeURIComponent(tag.name)}`}>{count}</a>
      </td>
      <td>
        <input
          list="all-tags"
          placeholder="Another tag"
          aria-label={`Merge the tag ${tag.name} into`}
          onChange={({ currentTarget }) => {
            const into = all.find((one) => one.name === currentTarget.value.trim())
            if (into !== undefined && into.id !== id) merge(into)
            else if (currentTarget.value !== '') tell('Choose another tag that exists.', 'error')
            currentTarget.value = ''
          }}
        />
      </td>
      <td>
        <button
          type="button"
          class="quiet"
          aria-label={`Delete the tag ${tag.name}`}
          onClick={() =>
            deleteLater(`tag-${id}`, `The tag “${tag.name}” is deleted.`, () =>
              call('DELETE /tags/:id', { params: { id } }),
            )
          }
        >
          ×
        </button>
      </td>
    </tr>
  )
}

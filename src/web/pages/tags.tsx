import { useSignal } from '@preact/signals'
import { useTags } from '../parts/known-tags.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { PageTitle } from '../parts/page-title.tsx'
import type { Result } from '../platform/api-types.ts'
import { call } from '../platform/api.ts'
import { attempt, deleteLater, hidden, tell } from '../platform/notices.ts'

type Tag = Result<'GET /tags'>[number]

/** The tags: renamed, coloured, merged, deleted; unused ones last. */
export function TagsPage() {
  const { live } = useTags()
  return (
    <>
      <PageTitle hint="A tag that is renamed or merged changes on all of its ideas.">Tags</PageTitle>
      <Loaded live={live}>
        {({ body }) => {
          const tags = body.filter(({ id }) => !hidden.value.has(`tag-${id}`))
          if (tags.length === 0)
            return (
              <p class="empty">
                No tags yet. Add one on the page of <a href="/">an idea</a>, and it appears here.
              </p>
            )
          const used = tags.filter(({ count }) => count > 0)
          const unused = tags.filter(({ count }) => count === 0)
          return (
            <>
              <TagTable tags={used} all={tags} caption="In use" />
              {unused.length > 0 && <TagTable tags={unused} all={tags} caption="Unused" />}
            </>
          )
        }}
      </Loaded>
    </>
  )
}

type TableProps = Readonly<{ tags: readonly Tag[]; all: readonly Tag[]; caption: string }>

function TagTable({ tags, all, caption }: TableProps) {
  return (
    <table>
      <caption>{caption}</caption>
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
      <tbody>
        {tags.map((tag) => (
          <TagRow key={tag.id} tag={tag} all={all} />
        ))}
      </tbody>
    </table>
  )
}

function TagRow({ tag, all }: Readonly<{ tag: Tag; all: readonly Tag[] }>) {
  const { id, color, count } = tag
  const name = useSignal(tag.name)
  const change = (body: { name?: string; color?: string }): void =>
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
      </td>
      <td>
        <a href={`/?tag=${encodeURIComponent(tag.name)}`}>{count}</a>
      </td>
      <td>
        <select
          aria-label={`Merge the tag ${tag.name} into`}
          value=""
          onChange={({ currentTarget }) => {
            const into = all.find((one) => String(one.id) === currentTarget.value)
            if (into !== undefined) merge(into)
          }}
        >
          <option value="">…</option>
          {all
            .filter((one) => one.id !== id)
            .map((one) => (
              <option value={one.id}>{one.name}</option>
            ))}
        </select>
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

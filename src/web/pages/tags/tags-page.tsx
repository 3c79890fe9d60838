import { useSignal } from '@preact/signals'
import { useTags } from '../../parts/known-tags.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { isHidden } from '../../platform/notices.ts'
import { TagTable } from './tag-table.tsx'

/** The tags: found, renamed, coloured, merged, deleted; unused ones last. */
export function TagsPage() {
  const { live } = useTags()
  const wanted = useSignal('')
  return (
    <>
      <PageTitle hint="A tag that is renamed or merged changes on all of its ideas.">Tags</PageTitle>
      <Loaded live={live}>
        {({ body }) => {
          const tags = body.filter(({ id }) => !isHidden(`tag-${id}`))
          if (tags.length === 0)
            return (
              <p class="empty">
                No tags yet. Add one on the page of <a href="/">an idea</a>, and it appears here.
              </p>
            )
          const found = tags.filter(({ name }) => name.toLowerCase().includes(wanted.value.toLowerCase()))
          const used = found.filter(({ count }) => count > 0)
          const unused = found.filter(({ count }) => count === 0)
          return (
            <>
              <p>
                <input
                  type="search"
                  aria-label="Find tags"
                  placeholder="Find tags …"
                  onInput={({ currentTarget }) => (wanted.value = currentTarget.value)}
                />
              </p>
              {/* One for all rows: where there are thousands of tags, a choice in each row would be millions of options. */}
              <datalist id="all-tags">
                {tags.map(({ name }) => (
                  <option value={name} />
                ))}
              </datalist>
              {found.length === 0 && <p class="empty">No tag has “{wanted.value}” in its name.</p>}
              {used.length > 0 && <TagTable tags={used} all={tags} caption="In use" />}
              {unused.length > 0 && <TagTable tags={unused} all={tags} caption="Unused" />}
            </>
          )
        }}
      </Loaded>
    </>
  )
}

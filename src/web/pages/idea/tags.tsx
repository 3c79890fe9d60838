import { Tag } from '../../parts/tag.tsx'
import { TagInput } from '../../parts/tag-input.tsx'
import { call } from '../../platform/api.ts'
import { attempt } from '../../platform/notices.ts'
import type { Idea } from './idea.ts'

/** The tags of an idea: suggested ones are accepted or refused, chosen ones are changed. */
export function IdeaTags({ idea: { id, tag_details: tags } }: Readonly<{ idea: Idea }>) {
  const chosen = tags.filter(({ auto }) => !auto).map(({ name }) => name)
  const suggested = tags.filter(({ auto }) => auto)
  const review = (name: string, verb: 'accept' | 'refuse') =>
    void attempt(() => call(`POST /ideas/:id/automatic-tags/:name/${verb}`, { params: { id, name } }))
  const change = (next: readonly string[]) => {
    // What is not named stays as it is: a suggested tag is no choice.
    const added = next.filter((name) => !chosen.includes(name))
    const removed = chosen.filter((name) => !next.includes(name))
    void attempt(async () => {
      if (added.length > 0) await call('PATCH /ideas/:id', { params: { id }, body: { add_tags: added } })
      for (const tag of removed)
        await call('POST /tags/bulk', { body: { action: 'remove', tag, idea_ids: [id] } })
    })
  }
  return (
    <section aria-label="Tags" class="row">
      <TagInput label="Add a tag" tags={chosen} onChange={change} />
      {suggested.map(({ name }) => (
        <Tag name={name} isAuto key={name}>
          ?
          <button
            type="button"
            aria-label={`Keep the suggested tag ${name}`}
            onClick={() => review(name, 'accept')}
          >
            ✓
          </button>
          <button
            type="button"
            aria-label={`Refuse the suggested tag ${name}`}
            onClick={() => review(name, 'refuse')}
          >
            ×
          </button>
        </Tag>
      ))}
    </section>
  )
}

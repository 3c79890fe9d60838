import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Tag } from '../../parts/tag.tsx'
import { TagInput } from '../../parts/tag-input.tsx'
import { call } from '../../platform/api.ts'
import { attempt, deleteLater, isHidden, tell } from '../../platform/notices.ts'
import type { Idea } from './idea.ts'

/** The tags of an idea: suggested ones are accepted or refused, chosen ones are changed. */
export function IdeaTags({ idea: { id, tag_details: tags } }: Readonly<{ idea: Idea }>) {
  const keyOf = (name: string): string => `suggested-tag-${id}-${name}`
  /** What is given and what is taken away, until the idea is read as it is then. */
  const coming = useSignal<readonly string[]>([])
  const leaving = useSignal<readonly string[]>([])
  const underWay = useRef(0)
  useEffect(() => {
    if (underWay.current === 0) coming.value = leaving.value = []
  }, [tags])
  const names = tags.filter(({ auto }) => !auto).map(({ name }) => name)
  const chosen = [...new Set([...names, ...coming.value])].filter((name) => !leaving.value.includes(name))
  /** Shows names as what they will be while that is being done, and as they were if it fails. */
  const optimistically = async (
    shown: typeof coming,
    changed: readonly string[],
    work: () => Promise<unknown>,
  ): Promise<boolean> => {
    shown.value = [...shown.value, ...changed]
    underWay.current += 1
    const isDone = await attempt(work)
    underWay.current -= 1
    if (!isDone) shown.value = shown.value.filter((name) => !changed.includes(name))
    return isDone
  }
  const suggested = tags.filter(({ name, auto }) => auto && !isHidden(keyOf(name)))
  const accept = (name: string) =>
    attempt(() => call('POST /ideas/:id/automatic-tags/:name/accept', { params: { id, name } }))
  const add = (added: readonly string[]) =>
    optimistically(coming, added, () =>
      call('PATCH /ideas/:id', { params: { id }, body: { add_tags: [...added] } }),
    )
  const remove = async (tag: string): Promise<void> => {
    const body = { action: 'remove' as const, tag, idea_ids: [id] }
    if (await optimistically(leaving, [tag], () => call('POST /tags/bulk', { body })))
      tell(`The tag “${tag}” is taken away.`, 'done', () => void add([tag]))
  }
  const change = async (next: readonly string[]): Promise<boolean> => {
    for (const tag of chosen) if (!next.includes(tag)) void remove(tag)
    // What is not named stays as it is: a suggested tag is no choice.
    const added = next.filter((name) => !chosen.includes(name))
    return added.length === 0 || add(added)
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
            onClick={() => void accept(name)}
          >
            ✓
          </button>
          <button
            type="button"
            aria-label={`Refuse the suggested tag ${name}`}
            onClick={() =>
              deleteLater(
                keyOf(name),
                `The tag “${name}” is refused.`,
                'POST /ideas/:id/automatic-tags/:name/refuse',
                { params: { id, name } },
              )
            }
          >
            ×
          </button>
        </Tag>
      ))}
    </section>
  )
}

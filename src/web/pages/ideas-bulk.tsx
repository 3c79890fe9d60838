import { useSignal } from '@preact/signals'
import { TagInput } from '../parts/tag-input.tsx'
import { STATUSES, type Status } from '../parts/statuses.tsx'
import { call } from '../platform/api.ts'
import { attempt, tell } from '../platform/notices.ts'

type Props = Readonly<{ ids: readonly number[]; onDone: () => void }>

/** Changes many ideas at once: tags all or none, the status one after the other. */
export function BulkBar({ ids, onDone }: Props) {
  const done = useSignal(0)
  if (ids.length === 0) return null
  const tag = async (action: 'add' | 'remove', name: string): Promise<void> => {
    const body = { action, tag: name, idea_ids: [...ids] }
    const isDone = await attempt(async () => {
      const { changed } = await call('POST /tags/bulk', { body })
      tell(`${name}: ${changed} of ${ids.length} ideas changed.`)
    })
    if (isDone) onDone()
  }
  const setStatus = async (status: Status): Promise<void> => {
    done.value = 0
    const isDone = await attempt(async () => {
      for (const id of ids) {
        await call('PATCH /ideas/:id', { params: { id }, body: { status } })
        done.value += 1
      }
      tell(`${ids.length} ideas are ${status}.`)
    })
    done.value = 0
    if (isDone) onDone()
  }
  return (
    <div class="row bulk" role="group" aria-label="The chosen ideas">
      <strong>{ids.length} chosen</strong>
      <TagInput label="Add a tag" tags={[]} onChange={([name = '']) => void tag('add', name)} />
      <TagInput label="Remove a tag" tags={[]} onChange={([name = '']) => void tag('remove', name)} />
      <select
        aria-label="Set the status"
        value=""
        onChange={({ currentTarget }) => void setStatus(currentTarget.value as Status)}
      >
        <option value="" disabled>
          Set the status
        </option>
        {STATUSES.map((status) => (
          <option value={status}>{status}</option>
        ))}
      </select>
      {done.value > 0 && <progress max={ids.length} value={done.value} aria-label="Ideas changed" />}
      <button type="button" class="quiet" onClick={onDone}>
        Choose none
      </button>
    </div>
  )
}

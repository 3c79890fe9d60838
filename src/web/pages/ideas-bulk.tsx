import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { TagInput } from '../parts/tag-input.tsx'
import { counted } from '../platform/amounts.ts'
import { STATUSES, type Status } from '../parts/statuses.tsx'
import { ApiError } from '../platform/api-error.ts'
import { call } from '../platform/api.ts'
import { attempt, tell } from '../platform/notices.ts'

type Ids = readonly number[]
type Props = Readonly<{
  ids: Ids
  onAll: () => void
  onNone: () => void
  /** Tells which of the ideas were changed, or are not there any more: not all, if it was stopped or something failed. */
  onDone: (ids: Ids) => void
}>

/** As many ideas get a tag by one request: few enough that it can be stopped soon. */
const TAGGED_AT_ONCE = 50

/**
 * Changes many ideas, some after the others; a change can be stopped on its way, also by leaving the page, and what was done stays.
 */
export function BulkBar({ ids, onAll, onNone, onDone }: Props) {
  const work = useSignal<Readonly<{ done: number; of: number }> | undefined>(undefined)
  const isStopped = useSignal(false)
  const status = useSignal<Status | ''>('')
  useEffect(() => () => void (isStopped.value = true), [])
  if (ids.length === 0 && work.value === undefined) return null
  const change = async (what: string, atOnce: number, apply: (some: Ids) => Promise<unknown>) => {
    isStopped.value = false
    const [done, gone]: [number[], number[]] = [[], []]
    await attempt(async () => {
      while (done.length < ids.length && !isStopped.value) {
        work.value = { done: done.length, of: ids.length }
        const some = ids.slice(done.length, done.length + atOnce)
        await apply(some).catch((error: unknown) => {
          // What was deleted elsewhere would be refused again.
          if (error instanceof ApiError && error.status === 404)
            gone.push(...(error.body.idea_ids ?? (atOnce === 1 ? some : [])))
          throw error
        })
        done.push(...some)
      }
    })
    work.value = undefined
    if (done.length > 0) tell(`${what}: ${done.length} of ${counted(ids.length, 'idea')}.`)
    onDone([...done, ...gone])
  }
  const tag = (action: 'add' | 'remove', name: string): void =>
    void change(`${action === 'add' ? 'Tagged' : 'No longer tagged'} “${name}”`, TAGGED_AT_ONCE, (some) =>
      call('POST /tags/bulk', { body: { action, tag: name, idea_ids: [...some] } }),
    )
  const setStatus = (to: Status): void => {
    status.value = ''
    void change(`Now ${to}`, 1, ([id = 0]) =>
      call('PATCH /ideas/:id', { params: { id }, body: { status: to } }),
    )
  }
  return (
    <div class="row bulk" role="group" aria-label="The chosen ideas">
      {work.value ? (
        <>
          <progress max={work.value.of} value={work.value.done} aria-label="Ideas changed" />
          <span>
            {work.value.done} of {work.value.of} ideas changed
          </span>
          <button type="button" disabled={isStopped.value} onClick={() => (isStopped.value = true)}>
            {isStopped.value ? 'Stopping …' : 'Stop'}
          </button>
        </>
      ) : (
        <>
          <strong>{ids.length} chosen</strong>
          <TagInput label="Add a tag" tags={[]} onChange={([name = '']) => tag('add', name)} />
          <TagInput label="Remove a tag" tags={[]} onChange={([name = '']) => tag('remove', name)} />
          <select
            aria-label="Set the status"
            value={status.value}
            onChange={({ currentTarget }) => (status.value = currentTarget.value as Status)}
          >
            <option value="" disabled>
              Set the status
            </option>
            {STATUSES.map((one) => (
              <option value={one}>{one}</option>
            ))}
          </select>
          {status.value !== '' && (
            <button type="button" onClick={() => status.value !== '' && setStatus(status.value)}>
              Set it
            </button>
          )}
          <button type="button" class="quiet" onClick={onAll}>
            Choose all of this page
          </button>
          <button type="button" class="quiet" onClick={onNone}>
            Choose none
          </button>
        </>
      )}
    </div>
  )
}

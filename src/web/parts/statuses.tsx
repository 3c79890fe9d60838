import { useEffect, useRef, useState } from 'preact/hooks'
import type { Result } from '../platform/api-types.ts'

/** The status of an idea. */
export type Status = Result<'GET /ideas/:id'>['status']

/** All of them, in the order in which an idea goes through them. */
export const STATUSES: readonly Status[] = ['captured', 'exploring', 'building', 'shipped', 'shelved']

/** A status as a word with its colour. */
export function StatusBadge({ status }: Readonly<{ status: Status }>) {
  return <span class={`status ${status}`}>{status}</span>
}

type SelectProps = Readonly<{ value: Status; onChange: (status: Status) => Promise<boolean> }>

/** A choice of a status; `onChange` tells whether it was done. */
export function StatusSelect({ value, onChange }: SelectProps) {
  // Each press of an arrow key is a choice. The last one is to stand, also while the page still shows an earlier one.
  const [chosen, choose] = useState<Status | undefined>(undefined)
  const turn = useRef(Promise.resolve())
  const waiting = useRef(0)
  const change = async (status: Status): Promise<void> => {
    const isDone = await onChange(status)
    waiting.current -= 1
    if (!isDone) choose(undefined)
  }
  useEffect(() => {
    if (waiting.current === 0) choose(undefined)
  }, [value])
  return (
    <select
      aria-label="Status"
      class={`status ${chosen ?? value}`}
      value={chosen ?? value}
      onChange={({ currentTarget }) => {
        const status = currentTarget.value as Status
        waiting.current += 1
        choose(status)
        turn.current = turn.current.then(() => change(status))
      }}
    >
      {STATUSES.map((status) => (
        <option value={status}>{status}</option>
      ))}
    </select>
  )
}

import { useRef, useState } from 'preact/hooks'
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
  const [, showAgain] = useState({})
  // Each press of an arrow key is a choice, and the last one is to stand.
  const turn = useRef(Promise.resolve())
  const change = async (status: Status): Promise<void> => {
    if (!(await onChange(status))) showAgain({})
  }
  return (
    <select
      aria-label="Status"
      class={`status ${value}`}
      value={value}
      onChange={({ currentTarget }) => {
        const status = currentTarget.value as Status
        turn.current = turn.current.then(() => change(status))
      }}
    >
      {STATUSES.map((status) => (
        <option value={status}>{status}</option>
      ))}
    </select>
  )
}

import type { Result } from '../platform/api-types.ts'

/** The status of an idea. */
export type Status = Result<'GET /ideas/:id'>['status']

/** All of them, in the order in which an idea goes through them. */
export const STATUSES: readonly Status[] = ['captured', 'exploring', 'building', 'shipped', 'shelved']

/** A status as a word with its colour. */
export function StatusBadge({ status }: Readonly<{ status: Status }>) {
  return <span class={`status ${status}`}>{status}</span>
}

type SelectProps = Readonly<{ value: Status; onChange: (status: Status) => void }>

/** A choice of a status. */
export function StatusSelect({ value, onChange }: SelectProps) {
  return (
    <select
      aria-label="Status"
      class={`status ${value}`}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Status)}
    >
      {STATUSES.map((status) => (
        <option value={status}>{status}</option>
      ))}
    </select>
  )
}

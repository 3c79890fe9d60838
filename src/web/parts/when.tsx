import { signal } from '@preact/signals'
import { fromNow } from '../platform/amounts.ts'

const LONG = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const TICK_MS = 60_000
/** The time from which all distances are told. */
const now = signal(Date.now())
function tick(): void {
  if (document.visibilityState === 'visible') now.value = Date.now()
}
setInterval(tick, TICK_MS)
document.addEventListener('visibilitychange', tick)

/** A time, as the distance from now within a month, with the whole time as its title. */
export function When({ time }: Readonly<{ time: string }>) {
  const date = new Date(time)
  return (
    <time dateTime={time} title={LONG.format(date)}>
      {distance(date)}
    </time>
  )
}

function distance(date: Date): string {
  const since = date.getTime() - now.value
  if (Math.abs(since) > 30 * 86_400_000) return date.toLocaleDateString()
  // What was made since the last tick is not in the future.
  return Math.abs(since) < TICK_MS ? 'just now' : fromNow(since)
}

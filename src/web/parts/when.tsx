import { signal } from '@preact/signals'

const LONG = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

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
  // What was made since the last tick is not in the future.
  const ms = since > 0 && since < TICK_MS ? 0 : since
  if (Math.abs(ms) > 30 * 86_400_000) return date.toLocaleDateString()
  for (const [unit, length] of UNITS) {
    if (Math.abs(ms) >= length) return RELATIVE.format(Math.round(ms / length), unit)
  }
  return 'just now'
}

const ONE_DIGIT = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })
const UNITS = ['B', 'KiB', 'MiB', 'GiB'] as const

/** A number of bytes for people, by powers of 1,024 as limits are: `3.4 MiB`. */
export function inBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${ONE_DIGIT.format(bytes / 1_024 ** power)} ${UNITS[power]}`
}

const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const TIMES = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** A distance in time from now, in its largest unit: `in 2 hours`, `3 minutes ago`. */
export function fromNow(ms: number): string {
  const [unit, length] = TIMES.find(([, one]) => Math.abs(ms) >= one) ?? TIMES[3]
  return RELATIVE.format(Math.round(ms / length), unit)
}

/** A number of things: `1 link`, `2 links`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}

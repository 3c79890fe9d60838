const ONE_DIGIT = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })
const UNITS = ['B', 'KiB', 'MiB', 'GiB'] as const

/** A number of bytes for people, by powers of 1,024 as limits are: `3.4 MiB`. */
export function inBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${ONE_DIGIT.format(bytes / 1_024 ** power)} ${UNITS[power]}`
}

/** A time to wait, in whole minutes or hours if it is so long: `2 hours`. */
export function inTime(seconds: number): string {
  if (seconds < 60) return counted(seconds, 'second')
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour')
}

/** A number of things: `1 link`, `2 links`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}

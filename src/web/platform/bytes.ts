/** Formats a number of bytes for people: `3.4MB`. */
export const inBytes = new Intl.NumberFormat(undefined, {
  notation: 'compact',
  style: 'unit',
  unit: 'byte',
  unitDisplay: 'narrow',
})

const VOWELS = /[aeiouy]/

/** Whether two folded words are one: misspelt, abbreviated, or with another ending. */
export function areForms(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  const same = sharedStart(short, long)
  if (same >= 5 && same >= long.length * 0.75) return true
  if (short.length < 4) return isShortFor(short, long)
  return soundAlike(short, long) || isShortFor(short, long)
}

function sharedStart(a: string, b: string): number {
  let same = 0
  while (same < a.length && a[same] === b[same]) same += 1
  return same
}

/** `prod` for `production`, `grp` for `group`, `a11y` for `accessibility`. */
function isShortFor(short: string, long: string): boolean {
  const number = /^(\p{L})(\d{1,2})(\p{L})$/u.exec(short)
  if (number !== null) {
    const [, first, count, last] = number
    return long.length === Number(count) + 2 && long[0] === first && long.at(-1) === last
  }
  if (short.length < 3 || long.length < 5 || short[0] !== long[0]) return false
  if (long.length >= 6 && long.startsWith(short.length > 4 ? short.replace(/s$/, '') : short)) return true
  return short.length <= 5 && !VOWELS.test(short.slice(1)) && isWithin(short, long)
}

function isWithin(short: string, long: string): boolean {
  let at = 0
  for (const letter of long) if (letter === short[at]) at += 1
  return at === short.length
}

function soundAlike(a: string, b: string): boolean {
  const [one, other] = [soundOf(a), soundOf(b)]
  if (one[0] !== other[0]) return false
  const longer = Math.max(one.length, other.length)
  return editsWithin(one, other, longer >= 8 ? 2 : longer >= 4 ? 1 : 0)
}

/** How it sounds, roughly: what people who misspell a word keep. */
export function soundOf(word: string): string {
  return word
    .replace(/^(?:kn|gn)/, 'n')
    .replace(/^wr/, 'r')
    .replaceAll('ph', 'f')
    .replaceAll(/gh(?=t|$)/g, '')
    .replaceAll(/c(?=[eiy])/g, 's')
    .replaceAll(/ck|c|q/g, 'k')
    .replaceAll('z', 's')
    .replaceAll(/([aou])e/g, '$1')
    .replaceAll('y', 'i')
    .replaceAll(/(.)\1+/g, '$1')
}

/** Whether so many insertions, removals, changes and swaps of neighbours (optimal string alignment) lead from a to b. */
export function editsWithin(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j += 1) {
      let edits = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      )
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) edits = Math.min(edits, (before[j - 2] ?? 0) + 1)
      row.push(edits)
      least = Math.min(least, edits)
    }
    if (least > most) return false
    before = last
    last = row
  }
  return (last[b.length] ?? 0) <= most
}

import type { Piece } from './cut-to-fit.ts'

/** A piece on its way into a passage; `opens` when a block begins with it. */
export type Unit = Piece & Readonly<{ heading: boolean; opens: boolean }>

/** A passage shorter than this part of the room is made longer at its neighbour's expense. */
const TINY = 1 / 4
/** A heading begins a passage of its own where the one before it has this part of the room. */
const ENOUGH = 1 / 2

/** Packs units into passages of at most so many tokens, in their order; headings go with what follows. */
export function pack(units: readonly Unit[], room: number): Unit[][] {
  const passages: Unit[][] = []
  let current: Unit[] = []
  let used = 0
  const close = (): void => {
    const kept = lastHeadings(current)
    passages.push(current.slice(0, current.length - kept))
    current = current.slice(current.length - kept)
    used = costOf(current)
  }
  for (const unit of units) {
    const newSection = unit.heading && current.at(-1)?.heading === false && used >= room * ENOUGH
    if (current.length > 0 && (newSection || used + unit.cost > room)) close()
    if (current.length > 0 && used + unit.cost > room) close()
    current.push(unit)
    used += unit.cost
  }
  if (current.length > 0) passages.push(current)
  return withoutTinyEnd(passages, room)
}

/** The plain text of units that follow each other. */
export function textOf(units: readonly Unit[]): string {
  return units
    .map(({ text, opens }) => (opens ? `\n${text}` : text))
    .join('')
    .trim()
}

/** How many units at the end are headings; none when all are, as they then must stand alone. */
function lastHeadings(units: readonly Unit[]): number {
  const last = units.findLastIndex(({ heading }) => !heading)
  return last === -1 ? 0 : units.length - 1 - last
}

function costOf(units: readonly Unit[]): number {
  return units.reduce((sum, { cost }) => sum + cost, 0)
}

function withoutTinyEnd(passages: Unit[][], room: number): Unit[][] {
  const [before, last] = passages.slice(-2)
  if (before === undefined || last === undefined || costOf(last) >= room * TINY) return passages
  const units = [...before, ...last]
  const total = costOf(units)
  const rest = passages.slice(0, -2)
  if (total <= room) return [...rest, units]
  let at = before.length
  let second = costOf(last)
  for (let i = before.length - 1; i > 0; i -= 1) {
    second += units[i]?.cost ?? 0
    if (second > total / 2) break
    if (units[i - 1]?.heading === false) at = i
  }
  return [...rest, units.slice(0, at), units.slice(at)]
}

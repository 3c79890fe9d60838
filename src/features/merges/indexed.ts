type Dated = Readonly<{ id: number; createdAt: number }>

/** Things by their ids in the order in which they were first set, found also by other keys. */
export type Indexed<Thing extends Dated> = Readonly<{
  get(id: number): Thing | undefined
  has(id: number): boolean
  set(id: number, thing: Thing): void
  delete(id: number): void
  values(): Iterable<Thing>
  /** Those with a key, oldest first, in time by their number. */
  with(key: number | string): Thing[]
}>

/** Indexes things by the keys that a function tells of each. */
export function createIndexed<Thing extends Dated>(
  keysOf: (thing: Thing) => readonly (number | string)[],
): Indexed<Thing> {
  const things = new Map<number, Thing>()
  const ids = new Map<number | string, Set<number>>()
  const forget = (id: number): void => {
    const thing = things.get(id)
    if (thing !== undefined) for (const key of keysOf(thing)) ids.get(key)?.delete(id)
  }
  return {
    get: (id) => things.get(id),
    has: (id) => things.has(id),
    set(id, thing) {
      forget(id)
      things.set(id, thing)
      for (const key of keysOf(thing)) {
        const known = ids.get(key)
        if (known === undefined) ids.set(key, new Set([id]))
        else known.add(id)
      }
    },
    delete(id) {
      forget(id)
      things.delete(id)
    },
    values: () => things.values(),
    with: (key) => [...(ids.get(key) ?? [])].flatMap((id) => things.get(id) ?? []).sort(byAge),
  }
}

function byAge(a: Dated, b: Dated): number {
  return a.createdAt - b.createdAt || a.id - b.id
}

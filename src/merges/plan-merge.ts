import type { EdgeRow, NewTag, NewTitle, SideRow } from './store.ts'
import { withSection } from './section.ts'
import type { Undo, UndoLink, UndoRelation, UndoTag } from './undo.ts'

/** A relation of the absorbed idea that does not move, and why. */
export type DroppedEdge = Readonly<{
  edge: EdgeRow
  reason: 'between_the_two' | 'equal' | 'automatic'
  keptId: number | null
}>

/** What a merge does. */
export type MergePlan = Readonly<{
  body: string
  /** All tags of the merged idea, and those that are new to it. */
  tagCount: number
  newTags: NewTag[]
  /** Tags of the merged idea that were automatic, as they will be. */
  chosenTags: NewTag[]
  movedLinks: number[]
  droppedLinks: number[]
  newTitles: NewTitle[]
  /** As they will be. */
  movedEdges: EdgeRow[]
  amendedEdges: EdgeRow[]
  droppedEdges: readonly DroppedEdge[]
  undo: Undo
}>

/** Plans how one idea is folded into another. */
export function planMerge(survivor: SideRow, absorbed: SideRow): MergePlan {
  const tags = planTags(survivor, absorbed)
  const links = planLinks(survivor, absorbed)
  const edges = planEdges(survivor, absorbed)
  const { body, at } = withSection(survivor.body, absorbed)
  return {
    body,
    ...tags,
    ...links,
    ...edges,
    undo: { at, tags: tags.undo, links: links.undo, relations: edges.undo },
  }
}

function planTags({ tags }: SideRow, absorbed: SideRow) {
  const carried = new Map(tags.map((tag) => [tag.id, tag]))
  const undo = absorbed.tags.map(({ id, name, auto }): UndoTag => {
    const own = carried.get(id)
    return { id, name, auto, gained: own === undefined, chosen: !auto && own?.auto === true }
  })
  const first = Math.max(-1, ...tags.map(({ position }) => position)) + 1
  const newTags = undo
    .filter(({ gained }) => gained)
    .map(({ id, auto }, index) => ({ id, auto, position: first + index }))
  const wanted = new Set(undo.filter(({ chosen }) => chosen).map(({ id }) => id))
  const chosenTags = tags
    .filter(({ id }) => wanted.has(id))
    .map(({ id, position }) => ({ id, position, auto: false }))
  return { tagCount: tags.length + newTags.length, newTags, chosenTags, undo }
}

function planLinks(survivor: SideRow, absorbed: SideRow) {
  const kept = new Map<string, { id: number; title: string | null }>()
  for (const link of survivor.links) if (!kept.has(keyOf(link.url))) kept.set(keyOf(link.url), link)
  const newTitles: NewTitle[] = []
  const undo = absorbed.links.map(({ title: text, ...link }): UndoLink => {
    const equal = kept.get(keyOf(link.url))
    if (equal === undefined) {
      kept.set(keyOf(link.url), { id: link.id, title: text })
      return { ...link, text, fate: 'moved', keptId: null, lent: false }
    }
    const lent = equal.title === null && text !== null
    if (lent) {
      kept.set(keyOf(link.url), { id: equal.id, title: text })
      newTitles.push({ id: equal.id, title: text })
    }
    return { ...link, text, fate: 'equal', keptId: equal.id, lent }
  })
  const idsOf = (fate: UndoLink['fate']) => undo.filter((link) => link.fate === fate).map(({ id }) => id)
  return { movedLinks: idsOf('moved'), droppedLinks: idsOf('equal'), newTitles, undo }
}

/** Two spellings of one URL are equal when they are the same for a browser. */
function keyOf(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url
}

function planEdges(survivor: SideRow, absorbed: SideRow) {
  const kept = new Map(survivor.relations.map((edge) => [edgeKey(edge), edge]))
  const movedEdges: EdgeRow[] = []
  const amendedEdges: EdgeRow[] = []
  const droppedEdges: DroppedEdge[] = []
  const undo: UndoRelation[] = []
  for (const edge of absorbed.relations) {
    if (isAutomatic(edge)) {
      droppedEdges.push({ edge, reason: 'automatic', keptId: null })
      continue
    }
    const known = remember(edge, absorbed.id)
    undo.push(known)
    if (known.otherId === survivor.id) {
      known.fate = 'between'
      droppedEdges.push({ edge, reason: 'between_the_two', keptId: null })
      continue
    }
    const moved = edgeOf(survivor.id, known, known.otherId)
    const equal = kept.get(edgeKey(moved))
    if (equal === undefined) {
      movedEdges.push(moved)
      continue
    }
    const lent = equal.note === null && edge.note !== null
    // An automatic relation that stands for one by hand is one by hand.
    const keptScore = isAutomatic(equal) ? equal.score : null
    Object.assign(known, { fate: 'equal', keptId: equal.id, lent, keptScore })
    droppedEdges.push({ edge, reason: 'equal', keptId: equal.id })
    if (lent || keptScore !== null) {
      const score = keptScore === null ? equal.score : null
      amendedEdges.push({ ...equal, note: equal.note ?? edge.note, score })
    }
  }
  return { movedEdges, amendedEdges, droppedEdges, undo }
}

/** A score says that the detection of duplicates made a relation. */
function isAutomatic({ type, score }: EdgeRow): boolean {
  return type === 'DUPLICATE' && score !== null
}

function remember(edge: EdgeRow, ideaId: number): UndoRelation {
  const { id, type, sourceId, targetId, note, createdAt, score } = edge
  const outgoing = sourceId === ideaId
  const end = { outgoing, otherId: outgoing ? targetId : sourceId }
  const thing = { id, text: note, createdAt, keptId: null, lent: false }
  return { ...thing, fate: 'moved', type, ...end, score, keptScore: null }
}

/** A relation of one idea with another, in the direction that is remembered. */
export function edgeOf(ideaId: number, known: UndoRelation, otherId: number, note = known.text): EdgeRow {
  const { id, type, outgoing, createdAt, score } = known
  const [sourceId, targetId] = outgoing ? [ideaId, otherId] : [otherId, ideaId]
  return { id, type, sourceId, targetId, note, createdAt, score }
}

/** Two relations of one key are equal. */
export function edgeKey({ type, sourceId, targetId }: EdgeRow): string {
  return `${type} ${sourceId} ${targetId}`
}

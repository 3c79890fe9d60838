import { notRestored } from './not-restored.ts'
import { planEdgesBack } from './plan-edges-back.ts'
import type { NotRestored } from './schema.ts'
import { withoutSection } from './section.ts'
import type { EdgeRow, KnownMerge, MergeRecord, NewLink, NewTag, NewTitle, SideRow } from './store.ts'
import { borrow, inherit, type Undo, type UndoLink, type UndoTag } from './undo.ts'

/** What an unmerge does. */
export type UnmergePlan = Readonly<{
  body: string
  untagged: number[]
  /** Tags that are automatic again. */
  automaticTags: NewTag[]
  /** Links that go back, with the titles that they had. */
  movedLinks: number[]
  createdLinks: NewLink[]
  newTitles: NewTitle[]
  /** Relations that leave the survivor, and those that come back by that or take their places. */
  movedEdges: number[]
  createdEdges: EdgeRow[]
  amendedEdges: EdgeRow[]
  /** Relations that the merge dropped, where nothing speaks against them. */
  remadeEdges: EdgeRow[]
  /** What is kept of other merges, where that changes. */
  records: KnownMerge[]
  notRestored: readonly NotRestored[]
}>

/** The two ideas of an unmerge, and what is kept of their merge and of others. */
export type Unmerging = Readonly<{
  survivor: SideRow
  absorbed: SideRow
  own: Undo
  /** Of other merges into the survivor, in their order. */
  siblings: readonly KnownMerge[]
  /** Of those others that may tell of the survivor's relations. */
  neighbours: readonly KnownMerge[]
  /** All of them by the ideas that they absorbed, also those that an import brought. */
  steps: ReadonlyMap<number, MergeRecord>
  /** What does not come back is added here. */
  lost: NotRestored[]
}>

type Given = Pick<Unmerging, 'survivor' | 'absorbed'> & Readonly<{ records: readonly MergeRecord[] }>

/** A merge that an import brought: what was appended last is taken for the section. */
const UNKNOWN: Undo = { at: Infinity, tags: [], links: [], relations: [] }

/**
 * Plans how an absorbed idea comes back. What it leaves behind and others that are still absorbed brought, too, stays with
 * the survivor: the first of them has brought it then.
 */
export function planUnmerge({ survivor, absorbed, records }: Given): UnmergePlan {
  const lost: NotRestored[] = []
  const own = records.find(({ ideaId }) => ideaId === absorbed.id)?.undo
  if (own === undefined) lost.push(notRestored.merge())
  const others = records.filter(({ ideaId }) => ideaId !== absorbed.id)
  const steps = new Map(others.map((record) => [record.ideaId, structuredClone(record)]))
  const copies = [...steps.values()].filter(isKnown)
  const unmerging: Unmerging = {
    survivor,
    absorbed,
    own: own ?? UNKNOWN,
    siblings: copies.filter(({ survivorId }) => survivorId === survivor.id),
    neighbours: copies.filter(({ survivorId }) => survivorId !== survivor.id),
    steps,
    lost,
  }
  const parts = {
    body: planBodyBack(unmerging),
    ...planTagsBack(unmerging),
    ...planLinksBack(unmerging),
    ...planEdgesBack(unmerging),
  }
  const before = new Map(others.map(({ ideaId, undo }) => [ideaId, JSON.stringify(undo)]))
  const isChanged = ({ ideaId, undo }: KnownMerge): boolean => JSON.stringify(undo) !== before.get(ideaId)
  return { ...parts, records: copies.filter(isChanged), notRestored: lost }
}

function isKnown(record: MergeRecord): record is KnownMerge {
  return record.undo !== undefined
}

function planBodyBack({ survivor, absorbed, own, siblings, lost }: Unmerging): string {
  const without = withoutSection(survivor.body, absorbed, own.at)
  if (without === undefined) {
    lost.push(notRestored.body())
    return survivor.body
  }
  const { body } = without
  const begin = own.at === Infinity ? without.at : own.at
  for (const { undo } of siblings) if (undo.at > begin) undo.at -= survivor.body.length - body.length
  return body
}

function planTagsBack({ survivor, absorbed, own, siblings, lost }: Unmerging) {
  const carried = new Map(survivor.tags.map((tag) => [tag.id, tag]))
  const left = new Set(absorbed.tags.map(({ id }) => id))
  const rest = siblings.flatMap(({ undo }) => undo.tags)
  const untagged: number[] = []
  const automaticTags: NewTag[] = []
  for (const tag of own.tags) {
    if (!left.has(tag.id)) lost.push(notRestored.tag(tag))
    const kept = carried.get(tag.id)
    if (kept === undefined || !(tag.gained || tag.chosen)) continue
    const heirs = rest.filter(({ id }) => id === tag.id)
    // None of those that brought it was chosen: somebody has chosen it for the survivor since.
    if (tag.gained && !kept.auto && tag.auto && heirs.every(({ auto }) => auto)) continue
    const heir = tag.gained ? heirs.shift() : undefined
    if (heir !== undefined) Object.assign(heir, { gained: true, chosen: false })
    else if (tag.gained) untagged.push(tag.id)
    // Nobody else chose it: not the idea that it stays of, and none of the others.
    if ((heir?.auto ?? tag.chosen) && !chooses(heirs) && !tag.auto)
      automaticTags.push({ id: tag.id, position: kept.position, auto: true })
  }
  return { untagged, automaticTags }
}

/** Whether there is a tag of a person among these; the first one counts as the one that made it so. */
function chooses(tags: readonly UndoTag[]): boolean {
  const first = tags.find(({ auto }) => !auto)
  if (first !== undefined) first.chosen = true
  return first !== undefined
}

function planLinksBack({ survivor, absorbed, own, siblings, lost }: Unmerging) {
  const standing = new Map(survivor.links.map((link) => [link.id, link]))
  const rest = siblings.flatMap(({ undo }) => undo.links)
  const equalTo = (id: number): UndoLink[] => rest.filter(({ keptId }) => keptId === id)
  const movedLinks: number[] = []
  const createdLinks: NewLink[] = []
  const newTitles: NewTitle[] = []
  for (const link of own.links.filter(({ fate }) => fate === 'moved')) {
    if (!standing.delete(link.id)) {
      lost.push(notRestored.link(link))
      continue
    }
    movedLinks.push(link.id)
    newTitles.push({ id: link.id, title: link.text })
    const next = inherit(equalTo(link.id))
    if (next !== undefined) createdLinks.push(linkOf(survivor.id, next.heir, next.text))
  }
  for (const link of own.links.filter(({ fate }) => fate !== 'moved')) {
    createdLinks.push(linkOf(absorbed.id, link, link.text))
    const kept = standing.get(link.keptId ?? 0)
    if (link.lent && kept?.title === link.text)
      newTitles.push({ id: kept.id, title: borrow(equalTo(kept.id)) })
  }
  return { movedLinks, createdLinks, newTitles }
}

function linkOf(ideaId: number, { id, url, linkType, createdAt }: UndoLink, title: string | null): NewLink {
  return { ideaId, id, url, title, linkType, createdAt }
}

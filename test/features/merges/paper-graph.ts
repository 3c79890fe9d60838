import { planMerge } from '../../src/merges/plan-merge.ts'
import { planUnmerge } from '../../src/merges/plan-unmerge.ts'
import type { NotRestored } from '../../src/merges/schema.ts'
import type { EdgeRow, KnownMerge, NewLink, SideRow } from '../../src/merges/store.ts'
import { othersOf, Undo } from '../../src/merges/undo.ts'
import { distance, hasCycle, type Arrow } from '../support/paths.ts'

type PaperTag = { id: number; auto: boolean }
/** An idea on paper. */
export type PaperIdea = {
  id: number
  title: string
  body: string
  tags: PaperTag[]
  survivorId: number | null
}
/** What there is on paper. */
export type State = { ideas: PaperIdea[]; links: NewLink[]; edges: EdgeRow[] }

/** A relation that does not come back. */
export type Lost = { id: number; reason: NotRestored['reason'] }

const ACYCLIC = ['BLOCKS', 'PARENT']

/** Ideas in plain lists, on which plans are carried out like the statements of cypher/merges/ do. */
export class PaperGraph {
  readonly #ideas: Map<number, PaperIdea>
  readonly #links: Map<number, NewLink>
  readonly #edges: Map<number, EdgeRow>
  /** By absorbed idea, in the order of the merges. */
  readonly #undos = new Map<number, string>()

  constructor({ ideas, links, edges }: State) {
    this.#ideas = new Map(ideas.map((idea) => [idea.id, { ...idea, tags: structuredClone(idea.tags) }]))
    this.#links = new Map(links.map((link) => [link.id, link]))
    this.#edges = new Map()
    for (const edge of edges) if (this.fits(edge)) this.#edges.set(edge.id, edge)
  }

  /** Everything, in one order; tags too, since those that come back stand last. */
  state(): State {
    return structuredClone({
      ideas: [...this.#ideas.values()]
        .sort(byId)
        .map((idea) => ({ ...idea, tags: idea.tags.toSorted(byId) })),
      links: [...this.#links.values()].sort(byId),
      edges: [...this.#edges.values()].sort(byId),
    })
  }

  /** False when it would close a cycle, or one of the two is archived. */
  merge(survivorId: number, absorbedId: number): boolean {
    const [survivor, absorbed] = [this.idea(survivorId), this.idea(absorbedId)]
    if (survivorId === absorbedId || survivor.survivorId !== null || absorbed.survivorId !== null)
      return false
    if (ACYCLIC.some((type) => this.closes(type, survivorId, absorbedId))) return false
    const gone = this.side(absorbedId)
    const plan = planMerge(this.side(survivorId), gone)
    for (const { id } of gone.relations) this.#edges.delete(id)
    for (const edge of [...plan.movedEdges, ...plan.amendedEdges]) this.#edges.set(edge.id, edge)
    this.moveLinks(plan.movedLinks, survivorId)
    for (const id of plan.droppedLinks) this.#links.delete(id)
    this.rename(plan.newTitles)
    survivor.body = plan.body
    for (const tag of [...plan.newTags, ...plan.chosenTags]) tagged(survivor, tag)
    absorbed.survivorId = survivorId
    this.#undos.set(absorbedId, JSON.stringify(plan.undo))
    return true
  }

  /** What somebody does with a relation after a merge. */
  change(edge: EdgeRow): void {
    this.#edges.set(edge.id, edge)
  }

  /** What somebody does with a tag after a merge. */
  choose(id: number, tag: PaperTag): void {
    tagged(this.idea(id), tag)
  }

  /** Answers what is said to be lost. */
  unmerge(absorbedId: number): Lost[] {
    const absorbed = this.idea(absorbedId)
    const survivorId = absorbed.survivorId ?? 0
    const survivor = this.idea(survivorId)
    const side = this.side(survivorId)
    const records = this.records(survivorId, absorbedId)
    const plan = planUnmerge({ survivor: side, absorbed: this.side(absorbedId), records })
    absorbed.survivorId = null
    this.#undos.delete(absorbedId)
    survivor.body = plan.body
    survivor.tags = survivor.tags.filter(({ id }) => !plan.untagged.includes(id))
    for (const tag of plan.automaticTags) tagged(survivor, tag)
    this.moveLinks(plan.movedLinks, absorbedId)
    for (const link of plan.createdLinks) this.#links.set(link.id, link)
    this.rename(plan.newTitles)
    for (const id of plan.movedEdges) this.#edges.delete(id)
    for (const edge of plan.createdEdges) this.add(edge)
    for (const edge of plan.amendedEdges) this.#edges.set(edge.id, edge)
    for (const { ideaId, undo } of plan.records) this.#undos.set(ideaId, JSON.stringify(undo))
    const lost: Lost[] = plan.notRestored.map(({ id, reason }) => ({ id: id ?? 0, reason }))
    for (const edge of plan.remadeEdges) {
      const reason = this.obstacle(edge)
      if (reason === undefined) this.#edges.set(edge.id, edge)
      else lost.push({ id: edge.id, reason })
    }
    return lost
  }

  /** What cypher/merges/records.cypher finds. */
  private records(survivorId: number, absorbedId: number): KnownMerge[] {
    const { relations } = this.side(survivorId)
    const near = new Set([survivorId, ...relations.flatMap((edge) => [edge.sourceId, edge.targetId])])
    const all = [...this.#undos].map(([ideaId, undo]) => ({
      ideaId,
      survivorId: this.idea(ideaId).survivorId ?? 0,
      undo: Undo.parse(JSON.parse(undo)),
    }))
    const own = all.find(({ ideaId }) => ideaId === absorbedId)
    const onTheWay = new Set(own === undefined ? [] : othersOf(own.undo))
    for (const id of onTheWay) onTheWay.add(this.idea(id).survivorId ?? id)
    return all.filter(
      (merge) =>
        near.has(merge.survivorId) || othersOf(merge.undo).includes(survivorId) || onTheWay.has(merge.ideaId),
    )
  }

  private add(edge: EdgeRow): void {
    if (!this.fits(edge)) throw new Error(`a relation that cannot be: ${JSON.stringify(edge)}`)
    this.#edges.set(edge.id, edge)
  }

  private fits(edge: EdgeRow): boolean {
    return edge.sourceId !== edge.targetId && this.obstacle(edge) === undefined
  }

  private obstacle({ id, type, sourceId, targetId }: EdgeRow): Lost['reason'] | undefined {
    if ([sourceId, targetId].some((end) => this.idea(end).survivorId !== null)) return 'idea_gone'
    const same = this.arrows(type)
    if (this.#edges.has(id) || same.some(([from, to]) => from === sourceId && to === targetId))
      return 'exists'
    return ACYCLIC.includes(type) && hasCycle([...same, [sourceId, targetId]]) ? 'cycle' : undefined
  }

  private closes(type: string, one: number, other: number): boolean {
    const two = new Set([one, other])
    const ways = this.arrows(type).filter((ends) => !ends.every((id) => two.has(id)))
    return distance(ways, one, other) !== undefined || distance(ways, other, one) !== undefined
  }

  private arrows(wanted: string): Arrow[] {
    return [...this.#edges.values()]
      .filter(({ type }) => type === wanted)
      .map(({ sourceId, targetId }) => [sourceId, targetId])
  }

  private moveLinks(ids: readonly number[], ideaId: number): void {
    for (const id of ids) this.#links.set(id, { ...this.link(id), ideaId })
  }

  private rename(titles: readonly { id: number; title: string | null }[]): void {
    for (const { id, title } of titles) this.#links.set(id, { ...this.link(id), title })
  }

  private link(id: number): NewLink {
    const link = this.#links.get(id)
    if (link === undefined) throw new Error(`no link ${id}`)
    return link
  }

  private idea(id: number): PaperIdea {
    const idea = this.#ideas.get(id)
    if (idea === undefined) throw new Error(`no idea ${id}`)
    return idea
  }

  private side(id: number): SideRow {
    const { title, body, survivorId, tags } = this.idea(id)
    return {
      id,
      title,
      body,
      survivorId,
      archived: survivorId !== null,
      status: 'captured',
      sourceUrl: null,
      tags: tags.map(({ id: tag, auto }, position) => ({ id: tag, name: `tag ${tag}`, position, auto })),
      links: [...this.#links.values()].filter(({ ideaId }) => ideaId === id).map(withoutIdea),
      relations: [...this.#edges.values()].filter(
        ({ sourceId, targetId }) => sourceId === id || targetId === id,
      ),
    }
  }
}

function byId(a: { id: number }, b: { id: number }): number {
  return a.id - b.id
}

function tagged({ tags }: PaperIdea, { id, auto }: PaperTag): void {
  const carried = tags.find((tag) => tag.id === id)
  if (carried === undefined) tags.push({ id, auto })
  else carried.auto = auto
}

function withoutIdea(link: NewLink): SideRow['links'][number] {
  const { ideaId: _, ...rest } = link
  return rest
}

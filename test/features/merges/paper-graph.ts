import { planMerge } from '../../../src/features/merges/plan-merge.ts'
import { planUnmerge } from '../../../src/features/merges/plan-unmerge.ts'
import type { Lost } from './merging.ts'
import { selectMerges } from '../../../src/features/merges/select-merges.ts'
import type { Changes, IdeaLink, MergeRecord, FullIdea } from '../../../src/features/merges/store.ts'
import { Undo, UNKNOWN } from '../../../src/features/merges/undo.ts'
import { distance, hasCycle, type Arrow } from '../../support/paths.ts'
import type { RelationRow } from '../../../src/features/relations/present.ts'

/** `tagIds` as in cypher/tags/merge.cypher. */
type PaperTag = { id: number; auto: boolean; tagIds?: readonly number[] }
/** An idea on paper. */
export type PaperIdea = {
  id: number
  title: string
  body: string
  tags: PaperTag[]
  survivorId: number | null
}
/** What there is on paper. */
export type State = { ideas: PaperIdea[]; links: IdeaLink[]; edges: RelationRow[] }

/** The survivor of an idea that was merged into one that is deleted. */
const GONE = -1
const ACYCLIC = ['BLOCKS', 'PARENT']

/** Ideas in plain lists, on which plans are carried out like the statements of cypher/merges/ do. */
export class PaperGraph {
  readonly #ideas: Map<number, PaperIdea>
  readonly #links: Map<number, IdeaLink>
  readonly #edges: Map<number, RelationRow>
  /** By absorbed idea, in the order of the merges. */
  readonly #undos = new Map<number, string>()

  /** With what is kept of its merges, by the absorbed ideas. */
  constructor({ ideas, links, edges }: State, undos: readonly (readonly [number, unknown])[] = []) {
    for (const [id, undo] of undos) this.#undos.set(id, JSON.stringify(undo))
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
        .map((idea) => ({ ...idea, tags: idea.tags.toSorted(byId).map(({ id, auto }) => ({ id, auto })) })),
      links: [...this.#links.values()].sort(byId),
      edges: [...this.#edges.values()].sort(byId),
    })
  }

  /** False when it would close a cycle, or one of the two is archived. */
  merge(survivorId: number, absorbedId: number): boolean {
    if (survivorId === absorbedId || !this.isActive(survivorId) || !this.isActive(absorbedId)) return false
    const [survivor, absorbed] = [this.idea(survivorId), this.idea(absorbedId)]
    if (ACYCLIC.some((type) => this.closes(type, survivorId, absorbedId))) return false
    const plan = planMerge(this.side(survivorId), this.side(absorbedId))
    survivor.body = plan.body
    this.write(survivor, plan)
    absorbed.survivorId = survivorId
    this.#undos.set(absorbedId, JSON.stringify(plan.undo))
    return true
  }

  /** What somebody does with a relation after a merge. */
  change(edge: RelationRow): void {
    this.#edges.set(edge.id, edge)
  }

  /** What somebody does with a tag after a merge. */
  choose(id: number, tag: PaperTag): void {
    const idea = this.idea(id)
    tagged(idea, { ...idea.tags.find((own) => own.id === tag.id), ...tag })
  }

  /** What somebody takes from an idea. */
  untag(id: number, tag: number): boolean {
    const idea = this.idea(id)
    idea.tags = idea.tags.filter((own) => own.id !== tag)
    return true
  }

  /** Merges one tag into another, like cypher/tags/merge.cypher. */
  mergeTags(from: number, into: number): void {
    for (const idea of this.#ideas.values()) {
      const [one, other] = [from, into].map((id) => idea.tags.find((tag) => tag.id === id))
      if (one === undefined) continue
      idea.tags = idea.tags.filter((tag) => tag !== one)
      const tagIds = [...(other === undefined ? [] : (other.tagIds ?? [into])), ...(one.tagIds ?? [from])]
      tagged(idea, { id: into, auto: one.auto && other?.auto !== false, tagIds })
    }
  }

  /** Makes a relation of active ideas, if it may be. */
  relate(edge: RelationRow): boolean {
    if (!this.fits(edge)) return false
    this.#edges.set(edge.id, edge)
    return true
  }

  unrelate(id: number): boolean {
    return this.#edges.delete(id)
  }

  addLink(link: IdeaLink): boolean {
    if (!this.isActive(link.ideaId)) return false
    this.#links.set(link.id, link)
    return true
  }

  deleteLink(idea: number, id: number): boolean {
    return this.#links.get(id)?.ideaId === idea && this.#links.delete(id)
  }

  /** Deletes an idea for good, like cypher/ideas/remove.cypher. */
  delete(id: number): boolean {
    const idea = this.#ideas.get(id)
    if (idea === undefined) return false
    for (const { id: edge } of this.side(id).relations) this.#edges.delete(edge)
    for (const { id: link } of this.side(id).links) this.#links.delete(link)
    this.#ideas.delete(id)
    this.#undos.delete(id)
    for (const other of this.#ideas.values()) {
      if (other.survivorId !== id) continue
      other.survivorId = idea.survivorId ?? GONE
      this.#undos.delete(other.id)
    }
    return true
  }

  /** Answers what is said to be lost. */
  unmerge(absorbedId: number): Lost[] {
    const absorbed = this.idea(absorbedId)
    const survivorId = absorbed.survivorId ?? 0
    const survivor = this.idea(survivorId)
    const merges = selectMerges(this.records(), absorbedId)
    if (merges === undefined) throw new Error(`${absorbedId} is not absorbed`)
    const others = merges.later.flatMap((merge) => [merge.survivorId, merge.absorbedId])
    const side = (id: number): FullIdea => this.side(id)
    const plan = planUnmerge(merges, {
      survivor: side(survivorId),
      absorbed: side(absorbedId),
      others: [...new Set(others)].filter((id) => id !== survivorId && id !== absorbedId).map(side),
    })
    absorbed.survivorId = null
    this.#undos.delete(absorbedId)
    survivor.body = plan.body
    this.write(survivor, plan)
    for (const { absorbedId: id, undo } of plan.records) this.#undos.set(id, JSON.stringify(undo))
    const lost: Lost[] = [...plan.notRestored]
    for (const edge of plan.remadeEdges) {
      const reason = this.obstacle(edge)
      if (reason === undefined) this.#edges.set(edge.id, edge)
      else lost.push({ kind: 'relation', id: edge.id, reason, message: '' })
    }
    return lost
  }

  private write(survivor: PaperIdea, plan: Changes): void {
    survivor.tags = survivor.tags.filter(({ id }) => !plan.untagged.includes(id))
    for (const { id, auto, tagIds, isMerged } of plan.tagged)
      tagged(survivor, { id, auto, ...(isMerged && { tagIds }) })
    for (const id of plan.removedLinks) this.#links.delete(id)
    for (const link of plan.links) this.#links.set(link.id, link)
    for (const id of plan.removedEdges) this.#edges.delete(id)
    for (const edge of plan.createdEdges)
      if (!this.relate(edge)) throw new Error(`a relation that cannot be: ${JSON.stringify(edge)}`)
    for (const edge of plan.amendedEdges) this.#edges.set(edge.id, edge)
  }

  /** What cypher/merges/records.cypher finds, and what was before. */
  private records(): MergeRecord[] {
    const unknown = [...this.#ideas.values()].filter(
      ({ id, survivorId }) => survivorId !== null && !this.#undos.has(id),
    )
    return [...unknown.map(({ id }) => id), ...this.#undos.keys()].map((absorbedId) => {
      const undo = this.#undos.get(absorbedId)
      const survivorId = this.idea(absorbedId).survivorId ?? GONE
      return { absorbedId, survivorId, undo: undo === undefined ? UNKNOWN : Undo.parse(JSON.parse(undo)) }
    })
  }

  private isActive(id: number): boolean {
    return this.#ideas.get(id)?.survivorId === null
  }

  private fits(edge: RelationRow): boolean {
    return edge.sourceId !== edge.targetId && this.obstacle(edge) === undefined
  }

  private obstacle({ id, type, sourceId, targetId }: RelationRow): string | undefined {
    if (![sourceId, targetId].every((end) => this.isActive(end))) return 'idea_gone'
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

  private idea(id: number): PaperIdea {
    const idea = this.#ideas.get(id)
    if (idea === undefined) throw new Error(`no idea ${id}`)
    return idea
  }

  private side(id: number): FullIdea {
    const { title, body, survivorId, tags } = this.idea(id)
    return {
      id,
      title,
      body,
      survivorId,
      archived: survivorId !== null,
      status: 'captured',
      sourceUrl: null,
      tags: tags.map((tag, position) => ({
        ...tag,
        tagIds: [...(tag.tagIds ?? [tag.id])],
        isMerged: tag.tagIds !== undefined,
        name: `tag ${tag.id}`,
        position,
      })),
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

function tagged({ tags }: PaperIdea, tag: PaperTag): void {
  const at = tags.findIndex(({ id }) => id === tag.id)
  if (at === -1) tags.push(tag)
  else tags[at] = tag
}

function withoutIdea(link: IdeaLink): FullIdea['links'][number] {
  const { ideaId: _, ...rest } = link
  return { ...rest, file: null }
}

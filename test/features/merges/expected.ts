import { expect } from 'chai'
import type { Link, Relation, Step, World } from './histories.ts'
import type { Lost } from './merging.ts'
import type { File } from './random-graph.ts'

/** How often things happened. */
export type Tally = { merges: number; undone: number; changes: number; lost: number }

/** What there must be when no merge stands any more: what there was in the beginning, with what people have changed. */
export class Expected {
  readonly #tally: Tally
  readonly #world: World
  readonly #ids: readonly number[]
  readonly #ideas: Map<number, Pick<File['ideas'][number], 'id' | 'title' | 'body' | 'tags'>>
  readonly #links: Map<number, Link>
  readonly #relations: Map<number, Relation>
  /** Everything that was ever there, to pick from. */
  readonly #ever: { links: Link[]; relations: number[] }
  /** The survivors of the absorbed ideas whose merges stand. */
  readonly #survivors = new Map<number, number>()
  readonly deleted = new Set<number>()
  /** Absorbed ideas whose survivors were deleted: they stay archived, and nothing can be merged into or out of them. */
  readonly #stranded = new Set<number>()
  /** Ideas that were merged with a deleted one: what became of them is not compared. */
  readonly #unknown = new Set<number>()
  readonly #edited = new Set<number>()
  /** Relations whose types were changed: a note that was taken over may stay with them. */
  readonly #retyped = new Set<number>()
  /** Relations that an answer said would not come back. */
  readonly #lost = new Set<number>()
  readonly #untagged = new Set<string>()
  /** Tags that an idea was given again: whether they leave with an absorbed idea is not compared. */
  readonly #retagged = new Set<string>()

  constructor(world: World, file: File, ids: readonly number[], tally: Tally) {
    this.#tally = tally
    this.#world = world
    this.#ids = ids
    this.#ideas = new Map(file.ideas.map(({ id, title, body, tags }) => [id, { id, title, body, tags }]))
    this.#links = new Map(file.links.map((link) => [link.id, link]))
    this.#relations = new Map(file.relations.map((edge) => [edge.id, edge]))
    this.#ever = { links: [...file.links], relations: [...this.#relations.keys()] }
  }

  async act(step: Step): Promise<void> {
    if (step.act === 'merge') return this.#merge(this.#idea(step.pair[0]), this.#idea(step.pair[1]))
    if (step.act === 'unmerge') return void (await this.undo(step.pick))
    if (await this.#change(step)) this.#tally.changes += 1
  }

  /** Undoes one of the merges whose survivors are active; false when there is none. */
  async undo(pick: number): Promise<boolean> {
    const isActive = (id: number): boolean =>
      !this.#survivors.has(id) && !this.deleted.has(id) && !this.#stranded.has(id)
    const ready = [...this.#survivors].filter(([, survivor]) => isActive(survivor))
    const one = ready[pick % Math.max(1, ready.length)]
    if (one === undefined) return false
    const [absorbed, survivor] = one
    const lost = await this.#world.unmerge(survivor, absorbed)
    this.#survivors.delete(absorbed)
    this.#tally.undone += 1
    this.#tally.lost += lost.length
    for (const each of lost) this.#check(each, absorbed)
    return true
  }

  compare(after: File): void {
    const isKnown = (id: number): boolean => !this.#unknown.has(id)
    const ideas = (all: Iterable<Pick<File['ideas'][number], 'id' | 'body' | 'tags'>>): unknown =>
      byId([...all].filter(({ id }) => isKnown(id))).map(({ id, body, tags }) => ({
        id,
        body,
        tags: tags.filter((tag) => !this.#retagged.has(`${id} ${nameOf(tag)}`)).toSorted(),
      }))
    expect(ideas(after.ideas)).to.deep.equal(ideas(this.#ideas.values()))
    const links = (all: Iterable<Link>): unknown =>
      byId([...all]).filter(({ id, idea_id: idea }) => isKnown(this.#links.get(id)?.idea_id ?? idea))
    expect(links(after.links)).to.deep.equal(links(this.#links.values()))
    const there = new Set(after.relations.map(({ id }) => id))
    const relations = (all: Iterable<Relation>): unknown =>
      byId([...all])
        .filter((edge) => !this.#lost.has(edge.id) && !this.#isUnknown(this.#relations.get(edge.id) ?? edge))
        // The next comparison makes an automatic one again.
        .filter((edge) => there.has(edge.id) || edge.relation_type !== 'duplicate' || edge.score === null)
        .map((edge) => (this.#retyped.has(edge.id) ? { ...edge, note: '' } : edge))
    expect(relations(after.relations)).to.deep.equal(relations(this.#relations.values()))
  }

  /** Whether something may be lost for the reason that an answer gives. */
  #check({ kind, id, reason }: Lost, absorbed: number): void {
    const what = `${kind} ${id} ${reason}`
    const edge = kind === 'relation' ? this.#relations.get(id ?? 0) : undefined
    const isUnknown = this.#unknown.has(absorbed) || (edge !== undefined && this.#isUnknown(edge))
    if (!isUnknown && kind === 'relation' && !this.#lost.has(id ?? 0)) {
      if (reason === 'deleted') expect(edge, what).to.equal(undefined)
      if (reason === 'changed') expect(this.#edited.has(id ?? 0), what).to.equal(true)
    } else if (kind === 'body') {
      // Where it is not known of a merge which section it made, equal ones cannot be told apart, nor those within a section.
      const sections = this.#ids.filter((id) => this.#isWithin(id, absorbed)).map((id) => this.#sectionOf(id))
      const isFoundIn = (other: number): boolean =>
        sections.some((section) => section.includes(this.#sectionOf(other)))
      expect(
        [reason, [...this.#unknown].some((other) => other === absorbed || isFoundIn(other))],
        what,
      ).to.deep.equal(['changed', true])
    } else if (!isUnknown && kind !== 'relation') {
      expect([kind, reason], what).to.deep.equal(['link', 'deleted'])
      expect(this.#links.has(id ?? 0), what).to.equal(false)
    }
    // What waits for another idea is there in the end.
    if (kind === 'relation' && reason !== 'merged') this.#lost.add(id ?? 0)
  }

  /** The section of an idea, from the rule before it to the end of its last line. */
  #sectionOf(id: number): string {
    const { title = '', body = '' } = this.#ideas.get(id) ?? {}
    return `\n\n---\n\n${`## ${title}\n\n${body}`.trimEnd()}\n`
  }

  /** Whether an idea is the other, or was merged into it. */
  #isWithin(id: number, other: number): boolean {
    const survivor = this.#survivors.get(id)
    return id === other || (survivor !== undefined && this.#isWithin(survivor, other))
  }

  async #merge(survivor: number, absorbed: number): Promise<void> {
    if (!(await this.#world.merge(survivor, absorbed))) return
    this.#survivors.set(absorbed, survivor)
    this.#tally.merges += 1
  }

  async #change(step: Exclude<Step, { act: 'merge' | 'unmerge' }>): Promise<boolean> {
    switch (step.act) {
      case 'relate':
        return this.#relate(step)
      case 'renote': {
        const note = step.isCleared ? null : `edited ${this.#tally.changes}`
        return this.#changeRelation(this.#relationAt(step.pick), { note })
      }
      case 'retype': {
        const id = this.#relationAt(step.pick)
        this.#retyped.add(id)
        return this.#changeRelation(id, { relation_type: step.type })
      }
      case 'unrelate': {
        const id = this.#relationAt(step.pick)
        return (await this.#world.deleteRelation(id)) && this.#relations.delete(id)
      }
      case 'link':
        return this.#link(step)
      case 'unlink': {
        const link = this.#ever.links[step.pick % Math.max(1, this.#ever.links.length)]
        if (link === undefined) return false
        const idea = this.#homeOf(link.idea_id)
        return (await this.#world.deleteLink(idea, link.id)) && this.#links.delete(link.id)
      }
      case 'tag':
      case 'untag':
        return this.#tag(step.act, this.#idea(step.idea), step.name)
      case 'delete':
        return this.#delete(this.#idea(step.idea))
    }
  }

  async #relate({ source, type, target, note }: Extract<Step, { act: 'relate' }>): Promise<boolean> {
    const made = await this.#world.relate(this.#idea(source), type, this.#idea(target), note)
    if (made === undefined) return false
    this.#relations.set(made.id, made)
    this.#ever.relations.push(made.id)
    return true
  }

  async #changeRelation(id: number, fields: Readonly<Partial<Relation>>): Promise<boolean> {
    const made = await this.#world.changeRelation(id, fields)
    const known = this.#relations.get(id)
    if (made === undefined || known === undefined) return false
    const { note, relation_type } = made
    // An automatic relation that stands for one by hand is automatic again, unless its type was changed.
    const score = relation_type === known.relation_type ? known.score : made.score
    this.#relations.set(id, { ...known, note, relation_type, score })
    this.#edited.add(id)
    return true
  }

  async #link({ idea, url, title }: Extract<Step, { act: 'link' }>): Promise<boolean> {
    const made = await this.#world.addLink(this.#idea(idea), url, title)
    if (made === undefined) return false
    this.#links.set(made.id, made)
    this.#ever.links.push(made)
    return true
  }

  async #tag(act: 'tag' | 'untag', id: number, name: string): Promise<boolean> {
    const idea = this.#ideas.get(id)
    const done = await (act === 'tag' ? this.#world.addTag(id, name) : this.#world.removeTag(id, name))
    if (!done || idea === undefined) return false
    if (act === 'untag') this.#untagged.add(`${id} ${name}`)
    else if (this.#untagged.has(`${id} ${name}`)) this.#retagged.add(`${id} ${name}`)
    const others = idea.tags.filter((tag) => nameOf(tag) !== name)
    this.#ideas.set(id, { ...idea, tags: act === 'tag' ? [...others, name] : others })
    return true
  }

  async #delete(id: number): Promise<boolean> {
    if (!(await this.#world.deleteIdea(id))) return false
    const merged = new Set([id])
    for (const one of merged)
      for (const ends of this.#survivors) if (ends.includes(one)) for (const end of ends) merged.add(end)
    for (const one of merged) this.#unknown.add(one)
    this.deleted.add(id)
    const survivor = this.#survivors.get(id)
    for (const [absorbed, into] of this.#survivors) {
      if (into !== id) continue
      if (survivor !== undefined) {
        this.#survivors.set(absorbed, survivor)
        continue
      }
      this.#survivors.delete(absorbed)
      this.#stranded.add(absorbed)
    }
    this.#survivors.delete(id)
    return true
  }

  #isUnknown(edge: Relation): boolean {
    return [edge.source_idea_id, edge.target_idea_id].some((id) => this.#unknown.has(id))
  }

  #idea(index: number): number {
    return this.#ids[index] ?? 0
  }

  #relationAt(pick: number): number {
    return this.#ever.relations[pick % Math.max(1, this.#ever.relations.length)] ?? 0
  }

  #homeOf(id: number): number {
    const survivor = this.#survivors.get(id)
    return survivor === undefined ? id : this.#homeOf(survivor)
  }
}

/** Graphs on paper show which tags are automatic. */
function nameOf(tag: string): string {
  return tag.replace('~', '')
}

function byId<T extends { id: number }>(things: readonly T[]): T[] {
  return things.toSorted((a, b) => a.id - b.id)
}

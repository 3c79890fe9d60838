import type { Word } from './words.ts'

export type Link = Readonly<{
  id: number
  url: string
  title: string | null
  link_type: string
  created_at: string
}>
export type Relation = Readonly<{
  id: number
  source_idea_id: number
  target_idea_id: number
  relation_type: string
  note: string | null
  created_at: string
  score: number | null
}>
export type Tag = { id: number; name: string; color: string | null }
export type Idea = {
  id: number
  title: Word
  body: Word
  status: string
  source_url: string | null
  /** Keys, in order. */
  tags: string[]
  links: Link[]
  created_at: string
  updated_at: string
}

const NEVER = 4_000_000_000_000

/** The graph of one user as the rules of the interface say it must be, kept in plain maps. */
export class GraphModel {
  readonly ideas = new Map<number, Idea>()
  /** By key. */
  readonly tags = new Map<string, Tag>()
  readonly relations = new Map<number, Relation>()
  /** Which idea each archived one was merged into. */
  readonly archived = new Map<number, number>()
  /** Every id ever given out, of things that live and of things that are gone. */
  readonly ever = {
    ideas: [] as number[],
    tags: [] as number[],
    links: [] as number[],
    relations: [] as number[],
  }
  lastCreated = ''
  /** The map's last ETag, until something changes. */
  etag: string | undefined

  /** One of the living ids of a kind; -1 is for one that never was, -2 for the oldest ever, which may be gone. */
  pick(kind: keyof GraphModel['ever'], which: number): number {
    const ids = this.living(kind)
    const id = which === -2 ? this.ever[kind][0] : ids[which % Math.max(1, ids.length)]
    return which === -1 ? NEVER : (id ?? NEVER)
  }

  /** The oldest active idea with the same title and body. */
  equalTo(title: Word, body: Word): number | undefined {
    return [...this.ideas.values()].find((idea) => idea.title.key === title.key && idea.body.key === body.key)
      ?.id
  }

  tagById(id: number): [string, Tag] | undefined {
    return [...this.tags].find(([, tag]) => tag.id === id)
  }

  relationsOf(id: number): Relation[] {
    return [...this.relations.values()]
      .filter((edge) => edge.source_idea_id === id || edge.target_idea_id === id)
      .sort(byAge)
  }

  parentsOf(id: number): Relation[] {
    return this.relationsOf(id).filter(
      (edge) => edge.relation_type === 'parent' && edge.target_idea_id === id,
    )
  }

  equalRelation(source: number, target: number, type: string): Relation | undefined {
    return this.relationsOf(source).find(
      (edge) =>
        edge.source_idea_id === source && edge.target_idea_id === target && edge.relation_type === type,
    )
  }

  /** An idea as lists show it. */
  listed(idea: Idea): Record<string, unknown> {
    return {
      id: idea.id,
      title: idea.title.text.trim(),
      body: idea.body.text,
      status: idea.status,
      source: 'api',
      source_url: idea.source_url,
      tags: this.tagNames(idea),
      tag_details: this.tagNames(idea).map((name) => ({ name, auto: false })),
      parent_id: this.parentsOf(idea.id)[0]?.source_idea_id ?? null,
      // Nobody does the background work here.
      processing: true,
      created_at: idea.created_at,
      updated_at: idea.updated_at,
    }
  }

  /** An idea as its own answer shows it. */
  detail(idea: Idea): Record<string, unknown> {
    return { ...this.listed(idea), links: idea.links, relations: this.relationsOf(idea.id) }
  }

  shownTags(): Record<string, unknown>[] {
    return [...this.tags]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, tag]) => {
        const count = [...this.ideas.values()].filter((idea) => idea.tags.includes(key)).length
        return { id: tag.id, name: tag.name, color: tag.color, idea_count: count, count }
      })
  }

  shownMap(): { nodes: unknown[]; edges: unknown[] } {
    return {
      nodes: [...this.ideas.values()].map((idea) => ({
        id: idea.id,
        title: idea.title.text.trim(),
        status: idea.status,
        tags: this.tagNames(idea),
        connectionCount: this.relationsOf(idea.id).length,
        created_at: idea.created_at,
      })),
      edges: [...this.relations.values()].map((edge) => ({
        id: edge.id,
        source: edge.source_idea_id,
        target: edge.target_idea_id,
        relation_type: edge.relation_type,
        type: edge.relation_type,
        note: edge.note,
        score: edge.score,
        created_at: edge.created_at,
      })),
    }
  }

  removeIdea(id: number): void {
    const survivor = this.archived.get(id)
    this.archived.delete(id)
    if (survivor !== undefined)
      for (const [absorbed, into] of this.archived) if (into === id) this.archived.set(absorbed, survivor)
    for (const edge of this.relationsOf(id)) this.relations.delete(edge.id)
    this.ideas.delete(id)
  }

  /** What a 404 says about an idea beside that it is not there. */
  whereabouts(id: number): { merged_into?: number | null } {
    if (!this.archived.has(id)) return {}
    let at: number | undefined = id
    while (at !== undefined && !this.ideas.has(at)) at = this.archived.get(at)
    return { merged_into: at ?? null }
  }

  /** Folds one idea into another, which goes by the rules. */
  merge(survivor: Idea, absorbed: Idea, updatedAt: string): void {
    const section = `## ${absorbed.title.text.trim().replaceAll(/\s+/g, ' ')}`
    const added = absorbed.body.text === '' ? section : `${section}\n\n${absorbed.body.text}`
    const text = survivor.body.text === '' ? added : `${survivor.body.text}\n\n---\n\n${added}`
    survivor.body = { text, key: text }
    survivor.tags = [...new Set([...survivor.tags, ...absorbed.tags])]
    for (const link of absorbed.links) {
      const equal = survivor.links.find(({ url }) => url === link.url)
      if (equal === undefined) survivor.links.push(link)
      else
        survivor.links = survivor.links.map((own) =>
          own === equal ? { ...own, title: own.title ?? link.title } : own,
        )
    }
    survivor.links.sort(byAge)
    for (const edge of this.relationsOf(absorbed.id)) {
      this.relations.delete(edge.id)
      const [source, target] = [edge.source_idea_id, edge.target_idea_id].map((id) =>
        id === absorbed.id ? survivor.id : id,
      ) as [number, number]
      if (source === target) continue
      const equal = this.equalRelation(source, target, edge.relation_type)
      if (equal === undefined)
        this.relations.set(edge.id, { ...edge, source_idea_id: source, target_idea_id: target })
      else this.relations.set(equal.id, { ...equal, note: equal.note ?? edge.note })
    }
    survivor.updated_at = updatedAt
    this.ideas.delete(absorbed.id)
    this.archived.set(absorbed.id, survivor.id)
  }

  private living(kind: keyof GraphModel['ever']): number[] {
    const links = [...this.ideas.values()].flatMap((idea) => idea.links)
    const things = { ideas: this.ideas, tags: this.tags, relations: this.relations, links }
    return [...things[kind].values()].map(({ id }) => id)
  }

  private tagNames(idea: Idea): (string | undefined)[] {
    return idea.tags.map((key) => this.tags.get(key)?.name)
  }
}

function byAge(a: Relation | Link, b: Relation | Link): number {
  return Date.parse(a.created_at) - Date.parse(b.created_at) || a.id - b.id
}

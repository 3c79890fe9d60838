import type { World } from './histories.ts'
import { PaperGraph, type State } from './paper-graph.ts'
import type { IdeaLink } from '../../../src/features/merges/store.ts'
import type { File } from './random-graph.ts'
import type { RelationRow } from '../../../src/features/relations/present.ts'

const TAGS = ['', 'one', 'two', 'three', 'four']

/** A graph on paper as an account that people change. Tags are the numbers of their names. */
export function paperWorld(given: State): World {
  const graph = new PaperGraph(given)
  let nextId = 1_000
  const find = (id: number): RelationRow | undefined => graph.state().edges.find((edge) => edge.id === id)
  const tagsOf = (idea: number): number[] | undefined =>
    graph
      .state()
      .ideas.find(({ id, survivorId }) => id === idea && survivorId === null)
      ?.tags.map(({ id }) => id)
  return {
    everything: async () => fileOf(graph.state()),
    merge: async (survivor, absorbed) => graph.merge(survivor, absorbed),
    unmerge: async (_, absorbed) => graph.unmerge(absorbed),
    async relate(sourceId, type, targetId, note) {
      nextId += 1
      const edge = { id: nextId, sourceId, targetId, note, createdAt: nextId, score: null }
      const made = { ...edge, type: type.toUpperCase() as RelationRow['type'] }
      return graph.relate(made) ? relationOf(made) : undefined
    },
    async changeRelation(id, { note, relation_type: wanted }) {
      const edge = find(id)
      if (edge === undefined) return undefined
      const type = (wanted?.toUpperCase() ?? edge.type) as RelationRow['type']
      // The type that it has already makes no relation one by hand.
      const score = type === edge.type ? edge.score : null
      const changed = { ...edge, ...(note !== undefined && { note }), type, score }
      graph.unrelate(id)
      if (graph.relate(changed)) return relationOf(changed)
      graph.relate(edge)
      return undefined
    },
    deleteRelation: async (id) => graph.unrelate(id),
    async addLink(ideaId, url, title) {
      nextId += 1
      const link = { id: nextId, ideaId, url, title, linkType: 'url' as const, createdAt: nextId }
      return graph.addLink(link) ? linkOf(link) : undefined
    },
    deleteLink: async (idea, id) => graph.deleteLink(idea, id),
    async addTag(idea, name) {
      const [id, tags] = [TAGS.indexOf(name), tagsOf(idea)]
      if (tags === undefined || tags.includes(id)) return false
      graph.choose(idea, { id, auto: false })
      return true
    },
    removeTag: async (idea, name) =>
      tagsOf(idea)?.includes(TAGS.indexOf(name)) === true && graph.untag(idea, TAGS.indexOf(name)),
    deleteIdea: async (id) => graph.delete(id),
  }
}

/** What an export would be. Whether a tag is automatic shows in its name. */
function fileOf({ ideas, links, edges }: State): File {
  const survivors = new Map(ideas.map(({ id, survivorId }) => [id, survivorId]))
  /** The active idea at the end of a chain of merges; null when that is deleted. */
  const homeOf = (id: number): number | null => {
    const survivor = survivors.get(id)
    return survivor === null ? id : survivor === undefined ? null : homeOf(survivor)
  }
  return {
    ideas: ideas.map(({ id, title, body, tags, survivorId }) => ({
      id,
      title,
      body,
      tags: tags.map((tag) => `${TAGS[tag.id]}${tag.auto ? '~' : ''}`),
      archived: survivorId !== null,
      merged_into: survivorId === null ? null : homeOf(id),
    })),
    links: links.map(linkOf),
    relations: edges.map(relationOf),
  }
}

function relationOf({ id, sourceId, targetId, type, note, score }: RelationRow): File['relations'][number] {
  const ends = { source_idea_id: sourceId, target_idea_id: targetId }
  return { id, ...ends, relation_type: type.toLowerCase(), note, score }
}

function linkOf({ ideaId, id, url, title }: IdeaLink): File['links'][number] {
  return { id, idea_id: ideaId, url, title }
}

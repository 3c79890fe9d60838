import { expect } from 'chai'
import type { Client, Reply } from '../../support/client.ts'
import type { World } from './histories.ts'
import { everything, merge, unmerge } from './merging.ts'

/** An account at the service. Merges and relations are forced, so that `supersedes` may go in circles. */
export function restWorld(api: Client): World {
  const tagsOf = async (idea: number): Promise<string[] | undefined> =>
    (await api.get(`/ideas/${idea}`)).body.tags
  return {
    everything: async () => everything(api),
    merge: async (survivor, absorbed) => isDone(await merge(api, survivor, absorbed, '?force=true')),
    async unmerge(survivor, absorbed) {
      const preview = await unmerge(api, survivor, absorbed, '?force=true&preview=true')
      const { status, body } = await unmerge(api, survivor, absorbed, '?force=true')
      expect(status, JSON.stringify(body)).to.equal(200)
      expect(preview.body.not_restored).to.deep.equal(body.not_restored)
      return body.not_restored
    },
    async relate(source, type, target, note) {
      const relation = { source_idea_id: source, relation_type: type, target_idea_id: target, note }
      const reply = await api.post('/map/relations?force=true', relation)
      return isDone(reply) ? reply.body : undefined
    },
    async changeRelation(id, fields) {
      const reply = await api.patch(`/map/relations/${id}?force=true`, fields)
      return isDone(reply) ? reply.body : undefined
    },
    deleteRelation: async (id) => isDone(await api.delete(`/map/relations/${id}`)),
    async addLink(idea, url, title) {
      const reply = await api.post(`/ideas/${idea}/links`, { url, title })
      return isDone(reply) ? { ...reply.body, idea_id: idea } : undefined
    },
    deleteLink: async (idea, id) => isDone(await api.delete(`/ideas/${idea}/links/${id}`)),
    async addTag(idea, name) {
      const isNew = (await tagsOf(idea))?.includes(name) === false
      return isNew && isDone(await api.patch(`/ideas/${idea}`, { add_tags: [name] }))
    },
    async removeTag(idea, name) {
      const tags = await tagsOf(idea)
      if (tags?.includes(name) !== true) return false
      return isDone(await api.patch(`/ideas/${idea}`, { tags: tags.filter((tag) => tag !== name) }))
    },
    deleteIdea: async (id) => isDone(await api.delete(`/ideas/${id}`)),
  }
}

/** A change may be refused, but not fail. */
function isDone({ status, body }: Reply): boolean {
  expect([200, 201, 204, 400, 404, 409], JSON.stringify(body)).to.include(status)
  return status < 300
}

import { expect } from 'chai'
import * as fc from 'fast-check'
import { givenService, type TestService } from '../../support/service.ts'
import { GraphModel } from './graph-model.ts'
import { createIdea, deleteIdea, getIdea, updateIdea } from './idea-commands.ts'
import { createLink, deleteLink, getLinks } from './link-commands.ts'
import { mergeIdeas } from './merge-commands.ts'
import { createRelation, deleteRelation, getRelations, updateRelation } from './relation-commands.ts'
import { createTag, deleteTag, updateTag } from './tag-commands.ts'
import { getMap, getMapOfOldState, listIdeas, listTags } from './whole-commands.ts'

const RUNS = 20

const often = [createIdea, updateIdea, createRelation, createRelation, updateRelation]
const changes = [
  deleteRelation,
  deleteIdea,
  mergeIdeas,
  mergeIdeas,
  createLink,
  deleteLink,
  createTag,
  updateTag,
  deleteTag,
]
const reads = [getIdea, getLinks, getRelations, listIdeas, listTags, getMap, getMapOfOldState]
const commands = fc.commands([...often, ...often, ...often, ...often, ...changes, ...reads], {
  maxCommands: 60,
  size: 'max',
})

describe('the REST API', () => {
  let service: TestService
  givenService((given) => (service = given), { env: { PRO_PLAN_DAILY_QUOTA: '1000000' } })

  it('answers any sequence of requests like a model of the graph', async () => {
    const first = fc.array(createIdea, { minLength: 5, maxLength: 5 })
    const seed = Math.floor(Math.random() * 2 ** 31)
    const property = fc.asyncProperty(first, commands, async (ideas, sequence) => {
      const { api } = await service.createUser()
      const model = new GraphModel()
      for (const command of ideas) await command.run(model, api)
      await fc.asyncModelRun(() => ({ model, real: api }), sequence)
      const finish = fc.sample(fc.tuple(getMap, listTags), 1).flat()
      for (const command of finish) await command.run(model, api)
      const list = await api.get('/ideas?limit=100')
      const newest = [...model.ideas.values()].reverse()
      expect(list.body).to.deep.equal(newest.map((idea) => model.listed(idea)))
      expect(list.headers.get('x-total-count')).to.equal(String(newest.length))
    })
    process.stdout.write(`    ${RUNS} sequences, seed ${seed}\n`)
    await fc.assert(property, { numRuns: RUNS, seed })
  })
})

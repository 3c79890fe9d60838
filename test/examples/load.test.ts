import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { readGraph, relationsOf, type Graph } from '../../examples/graph-file.ts'
import type { Loaded } from '../../examples/load-graph.ts'
import { inParallel } from '../../examples/in-parallel.ts'
import { startService, type TestService, type TestUser } from '../support/service.ts'
import { readAccount, type Account } from './account.ts'
import {
  expectIdeas,
  expectLinks,
  expectNodes,
  expectRelations,
  expectTags,
  idsByTitle,
  namedRelations,
} from './expectations.ts'
import { chain, sharedHosts } from './derived-relations.ts'
import { runLoader } from './run-loader.ts'

const root = path.resolve(import.meta.dirname, '../..')
const realIdeas = path.resolve(root, process.env['IDEAS_DATA'] ?? '../shared/data', 'app-ideas.jsonl')

describe('loading a graph through the API', function () {
  let dataDir: string
  let service: TestService

  before(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'ideas-examples-'))
    service = await startService({ env: { DATA_DIR: dataDir } })
  })
  after(async () => {
    await service.close()
    await rm(dataDir, { recursive: true })
  })

  /** The certificate is found under DATA_DIR, as it is for a new user. */
  async function load(user: TestUser, args: readonly string[]): Promise<Loaded> {
    const env = { IDEAS_URL: service.url, IDEAS_API_KEY: user.api_key, DATA_DIR: dataDir }
    const { code, stdout, stderr } = await runLoader(args, env)
    expect(code, stderr).to.equal(0)
    const { seconds: _, ...loaded } = JSON.parse(stdout) as Loaded & { seconds: number }
    return loaded
  }

  describe('the sample graph', () => {
    let user: TestUser
    let graph: Graph
    let account: Account
    let first: Loaded

    before(async () => {
      user = await service.createUser()
      graph = await readGraph(path.join(root, 'examples/sample-graph.json'))
      first = await load(user, [])
      account = await readAccount(user.api)
    })

    it('is made once', () => {
      expect(totals(first)).to.deep.equal(totals(countsOf(graph, 'created')))
    })
    it('is in the lists', () => expectIdeas(graph, account))
    it('is found by every tag and every two tags', () => expectTags(graph, account, user.api))
    it('has its links', () => expectLinks(graph, account))
    it('has its relations at both ends, in the map and as parents', () => {
      expectRelations(namedRelations(graph), account)
    })
    it('is the map', () => expectNodes(account))

    it('is found there by a second run, which changes nothing', async () => {
      expect(await load(user, ['--concurrency', '8'])).to.deep.equal(countsOf(graph, 'already_there'))
      expect(await readAccount(user.api)).to.deep.equal(account)
    })

    it('goes on where a run was interrupted', async () => {
      const lost = account.ideas[30]
      await user.api.delete(`/ideas/${lost?.id ?? 0}`)
      const { ideas, relations } = await load(user, [])
      expect(ideas.created).to.equal(1)
      const wanted = namedRelations(graph)
      const cut = wanted.filter(({ source, target }) => source === lost?.title || target === lost?.title)
      expect(relations.created).to.equal(cut.length).and.to.be.above(0)
      const restored = await readAccount(user.api)
      expectLinks(graph, restored)
      expectRelations(wanted, restored)
    })
  })

  describe('ideas that nobody here wrote', function () {
    let user: TestUser
    let graph: Graph
    let account: Account
    let first: Loaded

    before(async function () {
      if (!existsSync(realIdeas)) {
        process.stderr.write(
          `\n${realIdeas} is not there (IDEAS_DATA says where): the test of real ideas is left out\n`,
        )
        this.skip()
      }
      user = await service.createUser()
      graph = await readGraph(realIdeas)
      first = await load(user, [realIdeas])
      account = await readAccount(user.api)
    })

    it('are made once', () => {
      expect(graph.ideas).to.have.length(90)
      expect(totals(first)).to.deep.equal(totals(countsOf(graph, 'created')))
    })
    it('are in the lists', () => expectIdeas(graph, account))
    it('are found by every tag and every two tags', () => expectTags(graph, account, user.api))
    it('have their links', () => expectLinks(graph, account))
    it('are the map', () => expectNodes(account))

    it('keep relations between those that link to the same host, and along a chain', async () => {
      const made = [...sharedHosts(graph), ...chain(graph)]
      expect(made.length).to.be.above(120)
      const idOf = idsByTitle(account)
      await inParallel(made, 4, async ({ source, target, type, note }) => {
        const ends = { source_idea_id: idOf.get(source), target_idea_id: idOf.get(target) }
        const { status } = await user.api.post('/map/relations', { ...ends, relation_type: type, note })
        expect(status).to.equal(201)
      })
      const [first, last] = [graph.ideas[0], graph.ideas.at(-1)].map((idea) => idOf.get(idea?.title ?? ''))
      const back = { source_idea_id: last, target_idea_id: first, relation_type: 'blocks' }
      const { status, body } = await user.api.post('/map/relations', back)
      expect([status, body.error]).to.deep.equal([409, 'Relation would create a cycle'])
      expect(body.cycle).to.deep.equal([last, ...graph.ideas.map(({ title }) => idOf.get(title))])
      expectRelations(made, await readAccount(user.api))
    })

    it('are found there by a second run, which changes nothing', async () => {
      const before = await readAccount(user.api)
      expect(await load(user, [realIdeas])).to.deep.equal(countsOf(graph, 'already_there'))
      expect(await readAccount(user.api)).to.deep.equal(before)
    })
  })
})

/** How many of each, new or not: a create that a busy service answered 503 may be found there when it is repeated. */
function totals(loaded: Loaded) {
  return Object.entries(loaded).map(([kind, count]) => [kind, count.created + count.already_there])
}

/** What the loader says when all of a graph was created or was already there. A URL named twice by an idea is one link. */
function countsOf(graph: Graph, side: 'created' | 'already_there'): Loaded {
  const count = (all: number, repeated = 0) =>
    side === 'created'
      ? { created: all - repeated, already_there: repeated }
      : { created: 0, already_there: all }
  const links = graph.ideas.map((idea) => idea.links.map(({ url }) => url))
  return {
    ideas: count(graph.ideas.length),
    links: count(
      links.flat().length,
      links.reduce((sum, urls) => sum + urls.length - new Set(urls).size, 0),
    ),
    tag_colors: count(Object.keys(graph.tag_colors).length),
    relations: count(relationsOf(graph).length),
  }
}

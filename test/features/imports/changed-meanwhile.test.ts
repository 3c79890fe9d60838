import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { createDriver } from '../../../src/platform/graph/driver.ts'
import { createGraph, type Graph } from '../../../src/platform/graph/graph.ts'
import { relate } from '../../support/factories.ts'
import { newUser, testServers, type TestUser } from '../../support/service.ts'
import { exportJson } from '../exports/files.ts'
import { arrowsIn, expectSound } from '../merges/random-graph.ts'
import { importLines } from './import-client.ts'
import { importHere } from './import-here.ts'

/** As many ideas as are written in one transaction; their relations and links follow in the next one. */
const IDEAS = 500

function edge(source: number, relation_type: string, target: number): Record<string, unknown> {
  return { type: 'relation', source_idea_id: source, target_idea_id: target, relation_type }
}

function endAtSecond(number: number): void {
  if (number === 2) throw new Error('the process has ended')
}

describe('An import that goes on after the account has changed', () => {
  let graph: Graph
  let folder: string
  let user: TestUser
  before(async () => {
    const { neo4jUri: uri, user: name, password } = testServers()
    graph = createGraph(createDriver({ uri, user: name, password, database: 'neo4j' }), 'neo4j', Date.now)
    folder = await mkdtemp(path.join(tmpdir(), 'ideas-imports-'))
  })
  beforeEach(async () => {
    user = await newUser()
  })
  after(async () => {
    await graph.close()
    await rm(folder, { recursive: true })
  })

  /** Imports the ideas of a file, lets something happen to them, and imports the rest. */
  const importAround = async (
    rest: readonly Record<string, unknown>[],
    meanwhile: (idOf: (ref: number) => number) => Promise<void>,
    parents: Readonly<Record<number, number>> = {},
  ) => {
    const ideas = Array.from({ length: IDEAS }, (_, index) => ({
      id: index + 1,
      title: `Idea ${index + 1}`,
      created_at: new Date(index).toISOString(),
      parent_id: parents[index + 1] ?? null,
    }))
    const records = [...ideas, ...rest]
    const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('')
    const cut: unknown = await importHere(
      { graph, folder, user, lines, cap: 0 },
      { atBatch: endAtSecond },
    ).catch((error: unknown) => error)
    expect(String(cut)).to.contain('the process has ended')
    const { body: first } = await user.api.get('/ideas?sort=created_at&limit=100')
    await meanwhile((ref) => first[ref - 1].id)
    const { status, body } = await importLines(user.api, records)
    expect([status, body.ideas], JSON.stringify(body)).to.deep.equal([200, IDEAS])
    const file = await exportJson(user.api)
    expectSound(file)
    const refOf = (id: number): number => first.findIndex((idea: { id: number }) => idea.id === id) + 1
    const arrows = (type: string) => arrowsIn(file, type).map((ends) => ends.map(refOf))
    return { report: body, file, arrows, lineOf: (index: number) => `lines.${IDEAS + index + 1}` }
  }
  const make = async (source: number, type: string, target: number): Promise<void> => {
    expect((await relate(user.api, source, type, target)).status).to.equal(201)
  }

  it('closes no cycle, not even with relations of its own on the way', async () => {
    const rest = [
      edge(1, 'blocks', 2),
      edge(10, 'blocks', 11),
      edge(12, 'blocks', 10),
      edge(13, 'supersedes', 14),
      edge(20, 'blocks', 21),
    ]
    const { report, arrows, lineOf } = await importAround(
      rest,
      async (idOf) => {
        await make(idOf(2), 'blocks', idOf(1))
        await make(idOf(11), 'blocks', idOf(12))
        await make(idOf(14), 'supersedes', idOf(13))
        expect((await user.api.patch(`/ideas/${idOf(3)}`, { parent_id: idOf(4) })).status).to.equal(200)
      },
      { 4: 3 },
    )
    expect(report).to.include({ relations: 2, rejected_count: 4 })
    const message = 'would create a cycle'
    expect(report.rejected).to.have.deep.members([
      { record: lineOf(0), path: '', message },
      { record: lineOf(2), path: '', message },
      { record: lineOf(3), path: '', message },
      { record: 'lines.4', path: 'parent_id', message },
    ])
    expect(arrows('blocks')).to.have.deep.members([
      [2, 1],
      [11, 12],
      [10, 11],
      [20, 21],
    ])
    expect([arrows('parent'), arrows('supersedes')]).to.deep.equal([[[4, 3]], [[14, 13]]])
  })

  it('restores a cycle of supersedes that the file itself has', async () => {
    const rest = [edge(1, 'supersedes', 2), edge(2, 'supersedes', 1)]
    const { report, arrows } = await importAround(rest, async (idOf) => make(idOf(5), 'blocks', idOf(6)))
    expect(report).to.include({ relations: 2, rejected_count: 0 })
    expect(arrows('supersedes')).to.have.lengthOf(2)
  })

  it('keeps the relations that were made, instead of equal ones of the file', async () => {
    const rest = [{ ...edge(5, 'related', 6), note: 'from the file' }]
    const { report, file, lineOf } = await importAround(rest, async (idOf) =>
      make(idOf(5), 'related', idOf(6)),
    )
    expect(report.rejected).to.deep.equal([{ record: lineOf(0), path: '', message: 'exists already' }])
    expect(file.relations.map(({ note }) => note)).to.deep.equal([null])
  })

  it('leaves out relations and links of ideas that were merged or deleted', async () => {
    const rest = [
      edge(7, 'inspires', 8),
      edge(9, 'related', 7),
      edge(7, 'related', 1),
      { type: 'link', idea_id: 8, url: 'https://example.org/8' },
      { type: 'link', idea_id: 9, url: 'https://example.org/9' },
      { type: 'link', idea_id: 7, url: 'https://example.org/7' },
    ]
    const { report, file, arrows, lineOf } = await importAround(rest, async (idOf) => {
      expect((await user.api.post(`/ideas/${idOf(1)}/merge`, { absorb_id: idOf(8) })).status).to.equal(200)
      expect((await user.api.delete(`/ideas/${idOf(9)}`)).status).to.equal(200)
    })
    expect(report).to.include({ relations: 1, links: 1, rejected_count: 4 })
    const message = 'refers to an idea that was deleted or merged meanwhile'
    expect(report.rejected).to.have.deep.members(
      [0, 1, 3, 4].map((index) => ({ record: lineOf(index), path: '', message })),
    )
    expect(arrows('related')).to.deep.equal([[7, 1]])
    expect(file.links.map(({ url }) => url)).to.deep.equal(['https://example.org/7'])
  })

  it('leaves out pairs of ideas that were deleted, and tells so', async () => {
    const pair = {
      type: 'duplicate',
      duplicate_of_id: 1,
      similarity_score: 0.9,
      confidence: 0.9,
      status: 'pending',
    }
    const rest = [
      { ...pair, idea_id: 2 },
      { ...pair, idea_id: 3 },
    ]
    const { report, file, lineOf } = await importAround(rest, async (idOf) => {
      expect((await user.api.delete(`/ideas/${idOf(2)}`)).status).to.equal(200)
    })
    expect(report).to.include({ duplicates: 1, rejected_count: 1 })
    const message = 'refers to an idea that was deleted or merged meanwhile'
    expect(report.rejected).to.deep.equal([{ record: lineOf(0), path: '', message }])
    expect(file.duplicates).to.have.lengthOf(1)
  })
})

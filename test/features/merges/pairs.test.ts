import { expect } from 'chai'
import { importLines } from '../imports/import-client.ts'
import type { Client, Reply } from '../../support/client.ts'
import { newIdea, newRelation, UNKNOWN_ID } from '../../support/factories.ts'
import { newUser } from '../../support/service.ts'
import { done, everything, merge, unmerge } from './merging.ts'

type Pair = { id: number; idea_id: number; duplicate_of_id: number; status: string }
type Edge = { id: number; source_idea_id: number; target_idea_id: number; score: number | null }

const mergePair = (api: Client, id: number | undefined, query = ''): Promise<Reply> =>
  api.post(`/ideas/duplicates/${id}/merge${query}`)

describe('POST /api/v1/ideas/duplicates/:id/merge', () => {
  let api: Client
  /** Three ideas, oldest first, and the pairs of each later one with each older one, as a detector leaves them. */
  let ideas: number[]
  let pairs: Pair[]
  const pairOf = (flagged: number, older: number): Pair | undefined =>
    pairs.find((pair) => pair.idea_id === ideas[flagged] && pair.duplicate_of_id === ideas[older])
  const statuses = async (): Promise<Record<string, string>> => {
    const { duplicates } = await everything(api)
    return Object.fromEntries(
      (duplicates as Pair[]).map((pair) => [
        `${ideas.indexOf(pair.idea_id)} of ${ideas.indexOf(pair.duplicate_of_id)}`,
        pair.status,
      ]),
    )
  }
  const furnish = async (status = 'pending'): Promise<void> => {
    ;({ api } = await newUser())
    const file = [
      ...[1, 2, 3].map((id) => ({ id, title: `Idea ${id}`, body: `Text ${id}` })),
      ...[
        [2, 1],
        [3, 1],
        [3, 2],
      ].flatMap(([idea_id, duplicate_of_id]) => [
        { type: 'duplicate', idea_id, duplicate_of_id, similarity_score: 0.9, confidence: 0.8, status },
        {
          type: 'relation',
          source_idea_id: idea_id,
          target_idea_id: duplicate_of_id,
          relation_type: 'duplicate',
          score: 0.9,
        },
      ]),
    ]
    await done(importLines(api, file))
    const { ideas: made, duplicates } = await everything(api)
    ideas = made.map(({ id }: { id: number }) => id)
    pairs = duplicates
  }
  beforeEach(async () => furnish())

  it('absorbs the flagged idea into the older one', async () => {
    const reply = await mergePair(api, pairOf(2, 0)?.id)
    expect([reply.status, reply.body]).to.deep.equal([200, { success: true }])
    expect((await api.get(`/ideas/${ideas[0]}`)).body.body).to.equal('Text 1\n\n---\n\n## Idea 3\n\nText 3')
    expect((await api.get(`/ideas/${ideas[2]}`)).body.merged_into).to.equal(ideas[0])
  })

  it('resolves the pair as merged and withdraws the others of the absorbed idea with their relations', async () => {
    await mergePair(api, pairOf(2, 0)?.id)
    expect(await statuses()).to.deep.equal({ '1 of 0': 'pending', '2 of 0': 'merged', '2 of 1': 'withdrawn' })
    const { relations } = await everything(api)
    expect(
      relations.map((edge: Edge) => [edge.source_idea_id, edge.target_idea_id, edge.score]),
    ).to.deep.equal([[ideas[1], ideas[0], 0.9]])
  })

  it('is resolved as well by a merge of the two by their ids, in either direction', async () => {
    await done(merge(api, ideas[2] ?? 0, ideas[0] ?? 0))
    expect(await statuses()).to.deep.equal({ '1 of 0': 'withdrawn', '2 of 0': 'merged', '2 of 1': 'pending' })
  })

  it('leaves pairs that somebody has decided about as they are', async () => {
    await furnish('dismissed')
    await done(merge(api, ideas[0] ?? 0, ideas[1] ?? 0))
    expect(new Set(Object.values(await statuses()))).to.deep.equal(new Set(['dismissed']))
  })

  it('moves what was related as duplicate by hand, without a score', async () => {
    const { id: other } = await newIdea(api)
    const moved = await newRelation(api, ideas[1], 'duplicate', other)
    await newRelation(api, ideas[0], 'duplicate', ideas[1])
    await done(merge(api, ideas[0] ?? 0, ideas[1] ?? 0))
    const { relations } = await everything(api)
    expect(relations.find(({ id }: Edge) => id === moved)).to.include({
      source_idea_id: ideas[0],
      score: null,
    })
    expect(relations).to.have.length(2)
  })

  it('makes an automatic relation that stands for one by hand one by hand, until the merge is undone', async () => {
    const automatic = (await everything(api)).relations.find(
      (edge: Edge) => edge.source_idea_id === ideas[2] && edge.target_idea_id === ideas[0],
    )
    const { id: other } = await newIdea(api)
    const own = await newRelation(api, other, 'duplicate', ideas[0])
    await done(merge(api, ideas[2] ?? 0, other))
    const after = (await everything(api)).relations
    expect(after.find(({ id }: Edge) => id === automatic.id)).to.deep.equal({ ...automatic, score: null })
    expect(after.map(({ id }: Edge) => id)).not.to.include(own)
    await done(unmerge(api, ideas[2] ?? 0, other))
    const back = (await everything(api)).relations
    expect(back.find(({ id }: Edge) => id === automatic.id)).to.deep.equal(automatic)
    expect(back.map(({ id }: Edge) => id)).to.include(own)
  })

  it('leaves its pairs to the comparison when the merge is undone, and takes what somebody decides then', async () => {
    await mergePair(api, pairOf(2, 0)?.id)
    await done(unmerge(api, ideas[0] ?? 0, ideas[2] ?? 0))
    const left = { '1 of 0': 'pending', '2 of 0': 'withdrawn', '2 of 1': 'withdrawn' }
    expect(await statuses()).to.deep.equal(left)
    expect((await everything(api)).relations).to.have.length(1)
    await done(api.post(`/ideas/duplicates/${pairOf(2, 0)?.id}/dismiss`))
    await done(merge(api, ideas[0] ?? 0, ideas[2] ?? 0))
    await done(unmerge(api, ideas[0] ?? 0, ideas[2] ?? 0))
    expect(await statuses()).to.deep.equal({ ...left, '2 of 0': 'dismissed' })
  })

  for (const [what, note] of [
    ['takes a relation that nobody has made', null],
    ['leaves a relation that somebody has written a note on as one by hand', 'Mine'],
  ]) {
    it(`${what} when its pair was dismissed before the merge is undone`, async () => {
      const { id: other } = await newIdea(api)
      const own = await newRelation(api, other, 'duplicate', ideas[0])
      await done(merge(api, ideas[2] ?? 0, other))
      const between = async (): Promise<Edge[]> =>
        (await everything(api)).relations.filter(
          (edge: Edge) => edge.source_idea_id === ideas[2] && edge.target_idea_id === ideas[0],
        )
      const [kept] = await between()
      if (note !== null) await done(api.patch(`/map/relations/${kept?.id}`, { note }))
      await done(api.post(`/ideas/duplicates/${pairOf(2, 0)?.id}/dismiss`))
      const { idea } = await done(unmerge(api, ideas[2] ?? 0, other))
      expect(await between()).to.deep.equal(note === null ? [] : [{ ...kept, note }])
      expect(idea.relations.map(({ id }: Edge) => id)).to.deep.equal([own])
    })
  }

  it('answers 404 for an unknown pair and for another user’s', async () => {
    const { api: other } = await newUser()
    for (const reply of [await mergePair(api, UNKNOWN_ID), await mergePair(other, pairOf(1, 0)?.id)])
      expect([reply.status, reply.body]).to.deep.equal([404, { error: 'Duplicate pair not found' }])
    expect((await mergePair(api, 0)).status).to.equal(404)
  })

  for (const status of ['dismissed', 'merged', 'withdrawn']) {
    it(`answers 409 for a pair that is ${status}, and changes nothing`, async () => {
      await furnish(status)
      const before = await everything(api)
      const error = 'This pair of duplicates is resolved already'
      for (const query of ['', '?preview=true']) {
        const reply = await mergePair(api, pairOf(1, 0)?.id, query)
        expect([reply.status, reply.body]).to.deep.equal([409, { error, status }])
      }
      expect(await everything(api)).to.deep.equal(before)
    })
  }

  it('answers 409 a second time', async () => {
    await mergePair(api, pairOf(2, 0)?.id)
    for (const pair of [pairOf(2, 0), pairOf(2, 1)])
      expect((await mergePair(api, pair?.id)).status).to.equal(409)
    expect((await mergePair(api, pairOf(1, 0)?.id)).status).to.equal(200)
  })

  it('answers 409 for what no merge may do, and leaves the pair', async () => {
    const { id: between } = await newIdea(api)
    await newRelation(api, ideas[0], 'supersedes', between)
    await newRelation(api, between, 'supersedes', ideas[1])
    const before = await everything(api)
    const reply = await mergePair(api, pairOf(1, 0)?.id)
    expect([reply.status, reply.body.cycle]).to.deep.equal([409, [ideas[0], between, ideas[0]]])
    expect(await everything(api)).to.deep.equal(before)
    expect((await mergePair(api, pairOf(1, 0)?.id, '?force=true')).status).to.equal(200)
  })

  it('with preview=true tells what it would do', async () => {
    const before = await everything(api)
    const preview = await done(mergePair(api, pairOf(2, 0)?.id, '?preview=true'))
    const byIds = await done(merge(api, ideas[0] ?? 0, ideas[2] ?? 0, '?preview=true'))
    for (const { merged } of [preview, byIds]) delete merged.updated_at
    expect(preview).to.deep.equal(byIds)
    expect(preview.duplicates).to.deep.equal([
      { id: pairOf(2, 0)?.id, status: 'merged' },
      { id: pairOf(2, 1)?.id, status: 'withdrawn' },
    ])
    expect(preview.dropped.relations.map(({ reason }: { reason: string }) => reason)).to.deep.equal([
      'automatic',
      'automatic',
    ])
    expect(await everything(api)).to.deep.equal(before)
  })
})

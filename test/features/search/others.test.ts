import { expect } from 'chai'
import { newIdea } from '../../support/factories.ts'
import { newUser } from '../../support/service.ts'
import { find } from './find.ts'

const QUERIES = ['heron', 'heron river', 'a heron by the river at dawn', 'lantern moss', 'dawn'] as const

describe('A search beside other accounts', () => {
  it('answers the same, score for score, whatever others store, change and delete', async () => {
    const [mine, theirs] = [await newUser(), await newUser()]
    for (const [title, body] of [
      ['Heron', 'It stands in the river at dawn, and again at dawn'],
      ['River', 'A heron, a heron and a heron'],
      ['Moss', 'Grows by the river'],
      ['Lantern', `Light for ${'a long way '.repeat(100)}`],
    ]) {
      await newIdea(mine.api, { title, body })
    }
    const answers = async (): Promise<unknown[]> =>
      Promise.all(QUERIES.map(async (q) => find(mine.api, q, { mode: 'keyword' })))
    const alone = await answers()
    const stored: number[] = []
    for (let at = 0; at < 40; at += 1) {
      const fields = { title: `Heron ${at}`, body: 'moss moss dawn '.repeat(at + 1) }
      stored.push((await newIdea(theirs.api, fields)).id)
    }
    expect(await answers()).to.deep.equal(alone)
    for (const id of stored) await theirs.api.patch(`/ideas/${id}`, { body: `River ${id}` })
    expect(await answers()).to.deep.equal(alone)
    for (const id of stored) await theirs.api.delete(`/ideas/${id}`)
    expect(await answers()).to.deep.equal(alone)
  })
})

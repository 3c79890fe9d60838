import { expect } from 'chai'
import { createLocalWay } from '../../src/auto-tags/local.ts'
import { TOPICS } from '../../src/auto-tags/topics.ts'
import { near } from './landscape.ts'

const IDEA = { id: 1, userId: 'u', title: 'Vegetables', body: '' }
const index = {
  slot: 'a' as const,
  isComplete: true,
  model: { name: 'm', url: null, dimensions: near(0).length },
  embedPassages: async (inputs: readonly string[]) => inputs.map((_, at) => near(at === 0 ? 30 : at % 20)),
}

/** What is suggested for an idea beside some that carry a tag. */
async function suggested(axis: number) {
  const tags = [{ id: 7, name: 'Garden' }]
  const locally = createLocalWay({
    store: {
      passages: async () => [{ embedding: near(axis), length: 1 }],
      neighbours: async () =>
        [10, 11, 12, 13, 14].map((id) => ({ id, vector: near(0, 0.3 + id / 50), tags })),
    },
    indexes: async () => [index],
  })
  return locally(IDEA, 3)
}

describe('Automatic tags without Claude', () => {
  it('are known by their ids where near ideas carry them, so that none comes back that is deleted meanwhile', async () => {
    expect(await suggested(0)).to.deep.equal([{ id: 7, name: 'Garden' }])
  })

  it('are new where they are topics of the vocabulary', async () => {
    expect(await suggested(30)).to.deep.equal([{ name: Object.keys(TOPICS)[0] }])
  })
})

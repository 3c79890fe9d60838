import { expect } from 'chai'
import { newIdea } from '../support/factories.ts'
import { newCaller, removeHomes, type Caller } from './run-cli.ts'

describe('the commands for the graph', () => {
  let caller: Caller
  let [tent, rain, trip] = ['', '', '']
  before(async () => {
    caller = await newCaller()
    const { api } = caller.user
    for (const [title, tags] of [
      ['Buy a tent', ['travel']],
      ['Wait for rain', []],
      ['Go on a trip', ['travel']],
    ] as const) {
      const { id } = await newIdea(api, { title, tags })
      ;[tent, rain, trip] = [rain, trip, String(id)]
    }
    await caller.run(['relate', tent, 'blocks', trip])
    await caller.run(['relate', rain, 'inspires', tent])
  })
  after(removeHomes)

  it('ideas map prints the neighbourhood of an idea, with filters', async () => {
    const near = await caller.run(['map', '--focus', trip])
    expect([near.code, near.stdout.split('\n').length, near.stderr]).to.deep.equal([
      0,
      3,
      '2 ideas, 1 relations; 0 ideas without any.\n',
    ])
    const titles = async (...options: string[]): Promise<string[]> =>
      (await caller.json(['map', ...options])).nodes.map(({ title }: { title: string }) => title)
    expect(await titles('--focus', trip, '--depth', '2')).to.deep.equal([
      'Go on a trip',
      'Buy a tent',
      'Wait for rain',
    ])
    expect(await titles('--focus', tent, '--type', 'inspires', '--type', 'parent')).to.deep.equal([
      'Buy a tent',
      'Wait for rain',
    ])
    expect(await titles('--tag', 'travel')).to.deep.equal(['Go on a trip', 'Buy a tent'])
    const cut = await caller.run(['map', '--status', 'captured', '--limit', '1'])
    expect(cut.stderr).to.match(/^1 ideas, 0 relations.*\nThere are more: --limit raises the number\.\n$/)
  })

  it('ideas map refuses what does not go together, or does not exist', async () => {
    const format = await caller.run(['map', '--focus', trip, '--format', 'gexf'])
    expect([format.code, format.stderr]).to.deep.equal([
      2,
      'ideas: the format gexf is of the whole graph: leave the other options out\n',
    ])
    const depth = await caller.run(['map', '--depth', '2'])
    expect([depth.code, depth.stderr]).to.deep.equal([1, 'ideas: depth needs a focus\n'])
    expect((await caller.run(['map', '--focus', '999999999999'])).code).to.equal(4)
  })

  it('ideas path prints how two ideas are connected, with the direction of each relation', async () => {
    const found = await caller.run(['path', trip, rain])
    expect([found.code, found.stdout]).to.deep.equal([
      0,
      `${trip} Go on a trip\n← blocks ← ${tent} Buy a tent\n← inspires ← ${rain} Wait for rain\n`,
    ])
    expect((await caller.json(['path', rain, trip])).path).to.have.lengthOf(3)
    const none = await caller.run(['path', rain, trip, '--type', 'blocks'])
    expect([none.code, none.stdout, none.stderr]).to.deep.equal([
      0,
      '',
      `There is no path from ${rain} to ${trip}.\n`,
    ])
  })

  it('ideas insights prints what the graph tells', async () => {
    const { code, stdout } = await caller.run(['insights'])
    expect(code).to.equal(0)
    expect(stdout).to.contain(`Could start now: 2\n  ${tent} Buy a tent\n  ${rain} Wait for rain\n`)
    expect(stdout).to.contain(`Longest blocking chain: 2\n  ${tent} Buy a tent\n  ${trip} Go on a trip\n`)
    expect(stdout).to.contain(`Most connected: 3\n  ${tent} Buy a tent (2 relations)\n`)
    expect(stdout).to.contain(`Components: 1\n  3 ideas: ${tent} Buy a tent, `)
    expect(await caller.json(['insights'])).to.include.keys('revision', 'orphans', 'communities')
  })
})

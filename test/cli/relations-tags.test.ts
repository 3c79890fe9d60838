import { expect } from 'chai'
import { newIdea, newIdeaIds, UNKNOWN_ID } from '../support/factories.ts'
import { newCaller, removeHomes, type Caller } from './run-cli.ts'

let caller: Caller
let [a, b] = ['', '']
describe('the commands for relations and tags', () => {
  beforeEach(async () => {
    caller = await newCaller()
    ;[a = '', b = ''] = (await newIdeaIds(caller.user.api, 2)).map(String)
  })
  after(removeHomes)

  describe('ideas relate and unrelate', () => {
    it('make a relation and remove it by its id', async () => {
      const made = await caller.run(['relate', a, 'blocks', b, '--note', 'first things first'])
      const id = made.stdout.trim()
      expect([made.code, made.stderr]).to.deep.equal([0, `Relation ${id}: ${a} blocks ${b}\n`])
      const { outgoing } = (await caller.user.api.get(`/ideas/${a}/relations`)).body
      expect(outgoing[0]).to.include({ id: Number(id), relation_type: 'blocks', note: 'first things first' })
      expect((await caller.run(['unrelate', id])).code).to.equal(0)
      expect((await caller.user.api.get('/map')).body.edges).to.deep.equal([])
      expect((await caller.run(['unrelate', id])).code).to.equal(4)
    })

    it('remove a relation by what it says; related in either direction, others in theirs', async () => {
      await caller.run(['relate', a, 'related', b])
      await caller.run(['relate', a, 'inspires', b])
      expect((await caller.run(['unrelate', b, 'related', a])).code).to.equal(0)
      const wrong = await caller.run(['unrelate', b, 'inspires', a])
      expect([wrong.code, wrong.stderr]).to.deep.equal([
        4,
        `ideas: there is no relation ${b} inspires ${a}\n`,
      ])
      expect((await caller.run(['unrelate', a, 'inspires', b])).code).to.equal(0)
      expect((await caller.run(['unrelate', a, 'inspires'])).code).to.equal(2)
    })

    it('end with 5 and the path of a cycle, or the relation that exists', async () => {
      const first = (await caller.run(['relate', a, 'supersedes', b])).stdout.trim()
      const cycle = await caller.run(['relate', b, 'supersedes', a])
      expect([cycle.code, cycle.stderr]).to.deep.equal([
        5,
        `ideas: Relation would create a cycle: ${b} → ${a} → ${b}\n`,
      ])
      const again = await caller.run(['relate', a, 'supersedes', b])
      expect([again.code, again.stderr]).to.deep.equal([
        5,
        `ideas: This relation exists already: relation ${first}\n`,
      ])
      expect((await caller.run(['relate', b, 'supersedes', a, '--force'])).code).to.equal(0)
      expect((await caller.run(['relate', a, 'hates', b])).code).to.equal(2)
    })
  })

  describe('ideas link', () => {
    it('adds a link', async () => {
      const link = ['link', a, 'https://example.org/issue', '--title', 'Issue', '--type', 'code-host-issue']
      expect(await caller.json(link)).to.include({ title: 'Issue', link_type: 'code-host-issue' })
      expect((await caller.user.api.get(`/ideas/${a}/links`)).body).to.have.length(1)
      const bad = await caller.run(['link', a, 'javascript:alert(1)'])
      expect(bad.code).to.equal(1)
      expect(bad.stderr).to.match(/^ideas: url must not have the scheme/)
    })
  })

  describe('ideas tag and tags', () => {
    it('put a tag on many ideas and take it off', async () => {
      const added = await caller.run(['tag', 'add', 'Later', a, b])
      expect([added.code, added.stdout, added.stderr]).to.deep.equal([0, '', 'Later: put on 2 of 2 ideas\n'])
      expect((await caller.run(['tags'])).stdout).to.match(/^ID +NAME +COLOR +IDEAS\n\d+ +Later +2\n$/)
      const removed = await caller.run(['tag', 'rm', 'LATER', a])
      expect(removed.stderr).to.equal('Later: taken off 1 of 1 ideas\n')
      expect((await caller.json(['tags']))[0]).to.include({ name: 'Later', idea_count: 1 })
    })

    it('take ids from standard input', async () => {
      const { stdout } = await caller.run(['list', '--ids'])
      expect(await caller.json(['tag', 'add', 'piped'], { input: stdout })).to.deep.equal({
        tag: 'piped',
        changed: 2,
      })
      expect(await caller.json(['tag', 'rm', 'piped', a, '-'], { input: `${b}, ${b}\n` })).to.include({
        changed: 2,
      })
    })

    it('change nothing and name the ids when one is unknown, or has 20 tags', async () => {
      const unknown = await caller.run(['tag', 'add', 'x', a, String(UNKNOWN_ID)])
      expect([unknown.code, unknown.stderr]).to.deep.equal([4, `ideas: Idea not found: ${UNKNOWN_ID}\n`])
      const full = await newIdea(caller.user.api, { tags: Array.from({ length: 20 }, (_, n) => `t${n}`) })
      const refused = await caller.run(['tag', 'add', 'x', a, String(full.id)])
      expect(refused.code).to.equal(1)
      expect(refused.stderr)
        .to.include(`${full.id}`)
        .and.to.match(/at most 20 tags/)
      expect((await caller.user.api.get(`/ideas/${a}`)).body.tags).to.deep.equal([])
    })

    it('refuse no ids, what is no id, and more than 1,000, before anything is sent', async () => {
      const none = await caller.run(['tag', 'add', 'x'])
      const word = await caller.run(['tag', 'add', 'x', 'abc'])
      const many = await caller.run(['tag', 'add', 'x'], {
        input: Array.from({ length: 1001 }, (_, n) => n + 1).join('\n'),
      })
      expect([none.code, word.code, many.code]).to.deep.equal([2, 2, 2])
      expect(many.stderr).to.match(/^ideas: 1001 ideas: at most 1000 .*\n$/)
      expect((await caller.run(['tag', 'rm', 'never', a])).code).to.equal(4)
    })
  })

  describe('ideas map', () => {
    it('is a table of relations, or what the API answers', async () => {
      await caller.user.api.patch(`/ideas/${a}`, { title: 'First' })
      await caller.run(['relate', a, 'blocks', b, '--note', 'why'])
      const { stdout, stderr } = await caller.run(['map'])
      expect(stdout).to.match(
        new RegExp(`RELATION +SOURCE +TYPE +TARGET +NOTE\\n\\d+ +${a} First +blocks +${b} .*why`),
      )
      expect(stderr).to.equal('2 ideas, 1 relations; 0 ideas without any.\n')
      expect(JSON.parse((await caller.run(['map', '--format', 'json'])).stdout)).to.deep.equal(
        (await caller.user.api.get('/map')).body,
      )
      expect((await caller.run(['map', '--format', 'dot'])).code).to.equal(2)
    })
  })
})

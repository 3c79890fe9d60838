import { expect } from 'chai'
import { done, merge } from '../features/merges/merging.ts'
import { newIdea, newRelation, relate, UNKNOWN_ID } from '../support/factories.ts'
import type { Run } from './in-process.ts'
import { newCaller, removeHomes, type Caller } from './run-cli.ts'
import { onTerminal } from './terminal.ts'

let caller: Caller
let [a, b] = [0, 0]

const run = async (...words: (string | number)[]): Promise<Run> => caller.run(words.map(String))
const isArchived = async (id: number): Promise<boolean> =>
  (await caller.user.api.get(`/ideas/${id}`)).status === 404

describe('the commands for merges', () => {
  beforeEach(async () => {
    caller = await newCaller()
    a = (await newIdea(caller.user.api, { title: 'Kept' })).id
    b = (await newIdea(caller.user.api, { title: 'Absorbed', tags: ['one', 'two'] })).id
  })
  after(removeHomes)

  describe('ideas merge', () => {
    it('tells with --dry-run what would be, and merges with --yes where nobody can be asked', async () => {
      await newRelation(caller.user.api, a, 'blocks', b)
      const what = `idea ${b} “Absorbed” into ${a} “Kept”; gets 2 tags; drops 1 relation`
      expect(await run('merge', a, b, '--dry-run')).to.deep.equal({
        code: 0,
        stdout: '',
        stderr: `Would merge ${what}\n`,
      })
      const unasked = await run('merge', a, b)
      expect([unasked.code, await isArchived(b)]).to.deep.equal([1, false])
      expect(unasked.stderr).to.match(/--yes/)
      const merged = await run('merge', a, b, '--yes')
      expect([merged.code, merged.stdout, await isArchived(b)]).to.deep.equal([0, '', true])
      expect(merged.stderr).to.equal(`Merged ${what}\n\`ideas unmerge ${a} ${b}\` undoes it.\n`)
    })

    it('asks on a terminal: no keeps, yes merges', async () => {
      const question = `Merge idea ${b} “Absorbed” into ${a} “Kept”; gets 2 tags? [y/N]`
      const args = ['merge', String(a), String(b)]
      const kept = await onTerminal(args, caller.env, { answers: [[question, 'n\r']] })
      expect([kept.code, await isArchived(b)]).to.deep.equal([1, false])
      const gone = await onTerminal(args, caller.env, { answers: [[question, 'y\r']] })
      expect([gone.code, await isArchived(b)]).to.deep.equal([0, true])
    })

    it('merges only what it showed: 412 when one of the two was changed while it asked', async () => {
      const question = `Merge idea ${b} “Absorbed” into ${a} “Kept”; gets 2 tags? [y/N]`
      const asked = onTerminal(['merge', String(a), String(b)], caller.env, {
        answers: [
          [
            question,
            async () => {
              await caller.user.api.patch(`/ideas/${b}`, { body: 'Something else' })
              return 'y\r'
            },
          ],
        ],
      })
      expect([(await asked).code, await isArchived(b)]).to.deep.equal([5, false])
    })

    it('prints with --json what the API answers', async () => {
      const args = ['merge', String(a), String(b)]
      const preview = await caller.json([...args, '--dry-run'])
      expect(preview).to.deep.include({ preview: true, absorbed: { id: b, title: 'Absorbed' } })
      expect(await caller.json([...args, '--yes'])).to.deep.equal(
        (await caller.user.api.get(`/ideas/${a}`)).body,
      )
    })

    it('ends with 5 and the reason for a conflict, with 4 for an unknown idea, with 2 for no id', async () => {
      const c = (await newIdea(caller.user.api)).id
      await newRelation(caller.user.api, a, 'supersedes', c)
      await relate(caller.user.api, c, 'supersedes', b)
      const cycle = await run('merge', a, b, '--yes')
      expect([cycle.code, cycle.stderr]).to.deep.equal([
        5,
        `ideas: Relation would create a cycle: ${a} → ${c} → ${a}\n`,
      ])
      expect((await run('merge', a, b, '--yes', '--force')).code).to.equal(0)
      const again = await run('merge', c, b, '--yes')
      expect([again.code, again.stderr]).to.deep.equal([
        5,
        `ideas: An archived idea cannot be merged: idea ${b}; merged into idea ${a}\n`,
      ])
      expect((await run('merge', a, UNKNOWN_ID, '--yes')).code).to.equal(4)
      expect((await run('merge', a, a, '--yes')).stderr).to.equal('ideas: absorb_id must be another idea\n')
      expect([(await run('merge', a)).code, (await run('merge', a, 'x')).code]).to.deep.equal([2, 2])
    })
  })

  describe('ideas unmerge', () => {
    beforeEach(async () => {
      await done(merge(caller.user.api, a, b))
    })

    it('lists what was merged into an idea', async () => {
      const { code, stdout } = await run('unmerge', a)
      expect(code).to.equal(0)
      expect(stdout).to.match(
        new RegExp(`^ID +TITLE +TAGS +MERGED\\n${b} +Absorbed +one, two +\\d{4}-.*\\n$`),
      )
      expect(await caller.json(['unmerge', String(a)])).to.deep.equal(
        (await caller.user.api.get(`/ideas/${a}/merges`)).body,
      )
      const c = (await newIdea(caller.user.api)).id
      expect(await run('unmerge', c)).to.deep.equal({
        code: 0,
        stdout: '',
        stderr: `Nothing was merged into idea ${c}.\n`,
      })
    })

    it('brings an idea back, and says what did not come back', async () => {
      await caller.user.api.patch(`/ideas/${a}`, { body: 'Edited' })
      const but =
        '  but: What was added to the body of the other idea does not stand there unchanged any more: what is left of it stays\n'
      const dry = await run('unmerge', a, b, '--dry-run')
      expect([dry.code, dry.stderr]).to.deep.equal([0, `Would bring back idea ${b} “Absorbed”\n${but}`])
      expect(await isArchived(b)).to.equal(true)
      const back = await run('unmerge', a, b)
      expect([back.code, back.stdout]).to.deep.equal([0, ''])
      expect(back.stderr).to.equal(`Brought back idea ${b} “Absorbed”\n${but}`)
      expect(await isArchived(b)).to.equal(false)
    })

    it('ends with 5 when the idea was merged into another one', async () => {
      const c = (await newIdea(caller.user.api)).id
      await done(merge(caller.user.api, c, a))
      const { code, stderr } = await run('unmerge', c, b)
      expect([code, stderr]).to.deep.equal([
        5,
        `ideas: That idea was not merged into this one: merged into idea ${a}\n`,
      ])
      const answer = await caller.json(['unmerge', String(c), String(a)])
      expect(answer).to.deep.include({ preview: false, not_restored: [] })
    })
  })
})

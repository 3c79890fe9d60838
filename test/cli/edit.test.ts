import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { newIdea } from '../support/factories.ts'
import type { Run } from './in-process.ts'
import { newCaller, removeHomes, type Caller } from './run-cli.ts'
import { onTerminal } from './terminal.ts'

let caller: Caller
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
let idea: any
/** An editor that is a shell script; `$1` is the file. */
function editor(script: string): Record<string, string> {
  const file = path.join(caller.home, 'editor')
  writeFileSync(file, `#!/bin/sh\nset -e\n${script}\n`)
  chmodSync(file, 0o755)
  return { EDITOR: file, VISUAL: '' }
}
const edit = async (script: string, ...more: string[]): Promise<Run> =>
  caller.run(['edit', String(idea.id), ...more], { env: editor(script) })
const current = async () => (await caller.user.api.get(`/ideas/${idea.id}`)).body
/** The file that a message says the text is kept in; it goes with the test. */
function keptFile({ stderr }: Run): string {
  return /\S+\/idea-\d+\.md/.exec(stderr)?.[0] ?? ''
}

describe('ideas edit', () => {
  beforeEach(async () => {
    caller = await newCaller()
    idea = await newIdea(caller.user.api, {
      title: 'Before: "it"',
      body: 'One\n\n---\nTwo',
      tags: ['a', 'b c'],
    })
  })
  after(removeHomes)

  it('shows the idea as Markdown with front matter, in a file that nobody else reads, and changes what differs', async () => {
    const copy = path.join(caller.home, 'seen.md')
    const { code, stderr } = await edit(
      `cp -p "$1" '${copy}'; sed -i 's/^title: .*/title: After/; s/- a$/- new/; s/^One/Uno/' "$1"`,
    )
    expect([code, stderr]).to.deep.equal([0, `Changed title, tags, body of idea ${idea.id}: After\n`])
    expect(readFileSync(copy, 'utf8')).to.equal(
      `---\ntitle: 'Before: "it"'\nstatus: captured\ntags:\n  - a\n  - b c\nsource_url: null\n---\n\nOne\n\n---\nTwo\n`,
    )
    expect(statSync(copy).mode & 0o777).to.equal(0o600)
    const after = await current()
    expect(after).to.deep.include({ title: 'After', status: 'captured', tags: ['new', 'b c'] })
    expect(after.body.trimEnd()).to.equal('Uno\n\n---\nTwo')
  })

  it('says so when nothing was changed, and changes nothing', async () => {
    expect((await edit('true')).stderr).to.equal(`Idea ${idea.id} is unchanged.\n`)
    expect((await edit('echo >> "$1"')).stderr).to.equal(`Idea ${idea.id} is unchanged.\n`)
    expect((await current()).updated_at).to.equal(idea.updated_at)
  })

  it('leaves the white space around a body alone when another field changes', async () => {
    const body = '\n\n  One\r\nTwo\n\n'
    await caller.user.api.patch(`/ideas/${idea.id}`, { body })
    expect((await edit(`sed -i 's/captured/shipped/' "$1"`)).stderr).to.include('Changed status of')
    expect(await current()).to.include({ status: 'shipped', body })
  })

  for (const [what, script, line, message] of [
    [
      'a status that is none',
      `sed -i 's/captured/gone/' "$1"`,
      3,
      /status must be one of captured, exploring/,
    ],
    ['broken YAML', `sed -i 's/^title: .*/title: [/' "$1"`, 3, /front matter/],
    ['an alias', `sed -i 's/^title: .*/title: *Offline*/' "$1"`, 2, /front matter: .*Offline/],
    ['no title', `sed -i '/^title/d' "$1"`, 1, /title is required/],
    ['a field that does not exist', `sed -i 's/^status/state/' "$1"`, 3, /state/],
  ] as const) {
    it(`keeps the text and tells the line of ${what}`, async () => {
      const run = await edit(script)
      expect([run.code, run.stdout]).to.deep.equal([1, ''])
      expect(run.stderr)
        .to.match(/^ideas: .*; your text is kept there\n$/)
        .and.to.match(message)
      const file = keptFile(run)
      expect(Number(/\.md:(\d+):/.exec(run.stderr)?.[1])).to.be.within(line, line + 1)
      expect(readFileSync(file, 'utf8')).to.include('Two')
      rmSync(path.dirname(file), { recursive: true })
      expect((await current()).updated_at).to.equal(idea.updated_at)
    })
  }

  it('overwrites nobody’s change that came meanwhile', async () => {
    const change = [
      'curl -sk -X PATCH',
      `-H "X-API-Key: $IDEAS_API_KEY" -H 'Content-Type: application/json'`,
      `-d '{"title":"Theirs"}' "$IDEAS_URL/api/v1/ideas/${idea.id}" > /dev/null`,
    ].join(' ')
    const run = await edit(`${change}; sed -i 's/^One/Mine/' "$1"`)
    expect(run.code).to.equal(5)
    expect(run.stderr).to.match(
      /^ideas: the idea was changed by somebody else meanwhile.*your text is kept in /,
    )
    const file = keptFile(run)
    expect(readFileSync(file, 'utf8')).to.include('Mine')
    rmSync(path.dirname(file), { recursive: true })
    expect(await current()).to.include({ title: 'Theirs', body: idea.body })
  })

  it('changes nothing, and keeps the text, when the editor fails or none is set', async () => {
    expect((await edit('exit 3')).stderr).to.equal('ideas: the editor ended with 3; nothing was changed\n')
    const run = await edit(`sed -i 's/^One/Mine/' "$1"; exit 3`)
    expect(run.stderr).to.match(/^ideas: the editor ended with 3; nothing was changed; your text is kept in /)
    expect(readFileSync(keptFile(run), 'utf8')).to.include('Mine')
    rmSync(path.dirname(keptFile(run)), { recursive: true })
    const none = await caller.run(['edit', String(idea.id)], { env: { EDITOR: '', VISUAL: '' } })
    expect([none.code, none.stderr]).to.deep.equal([1, 'ideas: no editor: set EDITOR, for example to nano\n'])
  })

  it('hands the terminal to the editor', async () => {
    const tty = path.join(caller.home, 'tty')
    const env = { ...caller.env, ...editor(`test -t 0 && test -t 1 && touch '${tty}'`) }
    expect((await onTerminal(['edit', String(idea.id)], env)).code).to.equal(0)
    expect(existsSync(tty)).to.equal(true)
  })

  it('leaves Ctrl-C to the editor, which may go on after it', async () => {
    const script = `trap : INT; echo READY; sleep 5 || true; sed -i 's/^title: .*/title: After/' "$1"`
    const answers = [['READY', '\u0003']] as const
    const env = { ...caller.env, ...editor(script) }
    const { code, screen } = await onTerminal(['edit', String(idea.id)], env, { answers })
    expect(code, screen).to.equal(0)
    expect((await current()).title).to.equal('After')
  })
})

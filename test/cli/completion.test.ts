import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import type { Command } from 'commander'
import { adminCommand } from '../../src/cli/admin.ts'
import { createProgram } from '../../src/cli/ideas.ts'
import { ideas } from './run-cli.ts'

const run = promisify(execFile)

/** What bash offers after these words. */
async function offered(script: string, ...words: string[]): Promise<string[]> {
  const list = words.map((word) => `'${word}'`).join(' ')
  const ask = `${script}\nCOMP_WORDS=(ideas ${list}); COMP_CWORD=${words.length}; _ideas; echo "\${COMPREPLY[@]}"`
  const { stdout } = await run('bash', ['-c', ask])
  return stdout.trim().split(' ')
}

describe('ideas completion', () => {
  it('completes commands, their options and the values of these in bash', async () => {
    const { code, stdout, stderr } = await ideas(['completion', 'bash'])
    expect([code, stderr]).to.deep.equal([0, ''])
    expect(await offered(stdout, 'ex')).to.deep.equal(['export'])
    expect(await offered(stdout, 'tag', '')).to.include.members(['add', 'rm', 'accept', 'refuse'])
    expect(await offered(stdout, 'counts', '--status', 'b')).to.deep.equal(['building'])
    expect(await offered(stdout, 'admin', 'cre')).to.deep.equal(['create-user'])
    expect(await offered(stdout, 'list', '--st')).to.deep.equal(['--status'])
    expect(await offered(stdout, 'list', '--status', 's')).to.have.members(['shipped', 'shelved'])
    expect(await offered(stdout, 'relate', '3', 'blo')).to.deep.equal(['blocks'])
  })

  it('is there for zsh and fish, with every command', async () => {
    const commands = [...(await ideas(['--help'])).stdout.matchAll(/^ {2}(?<name>[a-z]+) /gm)].map(
      ({ groups }) => groups?.['name'] ?? '',
    )
    expect(commands).to.include.members(['login', 'add', 'import', 'completion'])
    for (const shell of ['zsh', 'fish']) {
      const { stdout } = await ideas(['completion', shell])
      for (const name of commands.filter((one) => one !== 'help')) expect(stdout).to.include(name)
    }
    expect((await ideas(['completion', 'csh'])).code).to.equal(2)
  })
})

describe('ideas --help', () => {
  const commandsOf = (command: Command): Command[] => [command, ...command.commands.flatMap(commandsOf)]

  it('says of every command, argument and option what it does', () => {
    const commands = commandsOf(createProgram(adminCommand()))
    expect(commands.length).to.be.above(25)
    for (const command of commands) {
      expect(command.description(), command.name()).not.to.equal('')
      for (const { description } of [...command.options, ...command.registeredArguments]) {
        expect(description, command.name()).not.to.equal('')
      }
    }
  })

  it('goes to standard output, also for a command within a command', async () => {
    const help = await ideas(['tag', 'add', '--help'])
    expect([help.code, help.stderr]).to.deep.equal([0, ''])
    expect(help.stdout).to.match(/^Usage: ideas tag add \[options\] <name> \[ids\.\.\.\]\n/)
    expect((await ideas(['admin', '--help'])).stdout).to.include('create-user')
    const none = await ideas([])
    expect([none.code, none.stdout]).to.deep.equal([2, ''])
  })
})

import { Argument, Command } from 'commander'
import { bashCompletion, fishCompletion, zshCompletion } from '../completion.ts'

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const

/** `completion`: prints a shell script generated from the commands. */
export function completionCommand(): Command {
  const command = new Command('completion')
    .description('Print a completion script: source <(ideas completion bash)')
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(SHELLS)))
  return command.action((shell: keyof typeof SHELLS) => {
    let program: Command = command
    while (program.parent !== null) program = program.parent
    process.stdout.write(SHELLS[shell](program))
  })
}

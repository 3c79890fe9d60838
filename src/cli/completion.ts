import type { Command, Option } from 'commander'

/** A command with its path (`ideas keys create`), and the words that may follow it. */
type CommandPath = Readonly<{ path: string; command: Command; words: readonly string[] }>

/** A completion script for bash, with `case` arms that map typed words to a command path. */
export function bashCompletion(program: Command): string {
  const places = commandPaths(program)
  const steps = places.map(({ path }) => `      '${path}') place='${path}';;`)
  const values = places.flatMap(({ path, command }) =>
    command.options
      .filter(({ argChoices }) => argChoices !== undefined)
      .map(({ long, argChoices }) => `    '${path} ${long}') choices='${argChoices?.join(' ')}';;`),
  )
  const words = places.map(({ path, words }) => `      '${path}') choices='${words.join(' ')}';;`)
  return `_ideas() {
  local place=ideas choices='' word i
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case "$place $word" in
${steps.join('\n')}
    esac
  done
  case "$place $previous" in
${values.join('\n')}
    *) case "$place" in
${words.join('\n')}
    esac;;
  esac
  [[ -z $choices ]] && return
  COMPREPLY=($(compgen -W "$choices" -- "$current"))
}
complete -o default -F _ideas ideas
`
}

/** A completion script for zsh, through bashcompinit. */
export function zshCompletion(program: Command): string {
  return `#compdef ideas\nautoload -U +X bashcompinit && bashcompinit\n${bashCompletion(program)}`
}

/** A completion script for fish. */
export function fishCompletion(program: Command): string {
  const places = commandPaths(program)
  const lines = places.flatMap(({ path, command }) => {
    const offer = `complete -c ideas -n '__ideas_at "${path}"'`
    const commands = command.commands.map(
      (child) => `${offer} -f -a ${child.name()} -d ${quoted(child.description())}`,
    )
    const options = command.options.map(({ long, short, argChoices, description }) => {
      const names = [long && ` -l ${long.slice(2)}`, short && ` -s ${short.slice(1)}`].join('')
      const values = argChoices === undefined ? '' : ` -xa ${quoted(argChoices.join(' '))}`
      return `${offer}${names}${values} -d ${quoted(description)}`
    })
    const choices = choicesOf(command)
    return [
      ...commands,
      ...options,
      ...(choices.length === 0 ? [] : [`${offer} -f -a ${quoted(choices.join(' '))}`]),
    ]
  })
  const steps = places.map(({ path }) => `            case '${path}'\n                set path '${path}'`)
  return `function __ideas_at
    set -l path ideas
    for word in (commandline -opc)[2..]
        switch "$path $word"
${steps.slice(1).join('\n')}
        end
    end
    test "$path" = "$argv[1]"
end
${lines.join('\n')}
`
}

/** A command and all its subcommands. */
function commandPaths(command: Command, before = ''): CommandPath[] {
  const path = `${before}${command.name()}`
  const names = command.commands.map((child) => child.name())
  const options = command.options.flatMap((option: Option) => option.long ?? [])
  const place = { path, command, words: [...names, ...choicesOf(command), ...options, '--help'] }
  return [place, ...command.commands.flatMap((child) => commandPaths(child, `${path} `))]
}

function choicesOf(command: Command): readonly string[] {
  return command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

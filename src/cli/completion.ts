import type { Command, Option } from 'commander'

/** What may follow a command: its path from the program on, with the words that complete it. */
type Place = Readonly<{ path: string; command: Command; words: readonly string[] }>

/** A script for bash. */
export function bashCompletion(program: Command): string {
  return script(program, {
    values: (path, option, values) => `    '${path} ${option}') words='${values}';;`,
    place: (path, words) => `      '${path}') words='${words}';;`,
    wrap: (values, places) => `_ideas() {
  local path=ideas words='' word i
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case "$path $word" in
${pathsOf(program)}
    esac
  done
  case "$path $previous" in
${values}
    *) case "$path" in
${places}
    esac;;
  esac
  [[ -z $words ]] && return
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _ideas ideas
`,
  })
}

/** A script for zsh. */
export function zshCompletion(program: Command): string {
  return script(program, {
    values: (path, option, values) => `    '${path} ${option}') reply=(${values});;`,
    place: (path, words) => `      '${path}') reply=(${words});;`,
    wrap: (values, places) => `#compdef ideas
_ideas() {
  local path_=ideas word
  local -a reply
  for word in \${words[2,CURRENT-1]}; do
    case "$path_ $word" in
${pathsOf(program).replaceAll('path=', 'path_=')}
    esac
  done
  case "$path_ \${words[CURRENT-1]}" in
${values}
    *) case "$path_" in
${places}
    esac;;
  esac
  (( \${#reply} )) && compadd -a reply || _files
}
compdef _ideas ideas
`,
  })
}

/** A script for fish. */
export function fishCompletion(program: Command): string {
  const lines = placesOf(program).flatMap(({ path, command }) => {
    const condition = `-n '__ideas_at "${path}"'`
    const commands = command.commands.map(
      (child) => `complete -c ideas ${condition} -f -a ${child.name()} -d ${quoted(child.description())}`,
    )
    const options = command.options.map((option) => {
      const long = option.long === undefined ? '' : ` -l ${option.long.slice(2)}`
      const short = option.short === undefined ? '' : ` -s ${option.short.slice(1)}`
      const values = option.argChoices === undefined ? '' : ` -xa ${quoted(option.argChoices.join(' '))}`
      return `complete -c ideas ${condition}${long}${short}${values} -d ${quoted(option.description)}`
    })
    const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
    const values =
      choices.length === 0 ? [] : [`complete -c ideas ${condition} -f -a ${quoted(choices.join(' '))}`]
    return [...commands, ...options, ...values]
  })
  const cases = placesOf(program)
    .filter(({ path }) => path !== 'ideas')
    .map(({ path }) => `            case '${path}'\n                set path '${path}'`)
  return `function __ideas_at
    set -l path ideas
    for word in (commandline -opc)[2..]
        switch "$path $word"
${cases.join('\n')}
        end
    end
    test "$path" = "$argv[1]"
end
${lines.join('\n')}
`
}

type Shell = Readonly<{
  values: (path: string, option: string, values: string) => string
  place: (path: string, words: string) => string
  wrap: (values: string, places: string) => string
}>

function script(program: Command, { values, place, wrap }: Shell): string {
  const places = placesOf(program)
  const choices = places.flatMap(({ path, command }) =>
    command.options.flatMap(({ long, argChoices }) =>
      long === undefined || argChoices === undefined ? [] : [values(path, long, argChoices.join(' '))],
    ),
  )
  return wrap(choices.join('\n'), places.map(({ path, words }) => place(path, words.join(' '))).join('\n'))
}

/** The lines by which a shell follows the words that are there to the command that they name. */
function pathsOf(program: Command): string {
  return placesOf(program)
    .filter(({ path }) => path !== 'ideas')
    .map(({ path }) => `      '${path}') path='${path}';;`)
    .join('\n')
}

function placesOf(command: Command, before = ''): Place[] {
  const path = `${before}${command.name()}`
  const names = command.commands.map((child) => child.name())
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
  const options = command.options.flatMap((option: Option) => option.long ?? [])
  const place = { path, command, words: [...names, ...choices, ...options, '--help'] }
  return [place, ...command.commands.flatMap((child) => placesOf(child, `${path} `))]
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

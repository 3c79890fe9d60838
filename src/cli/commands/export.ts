import { Command, Option } from 'commander'
import { examples } from '../arguments.ts'
import { say } from '../output.ts'
import { print, refuseToOverwrite, save } from '../save.ts'
import { withRest } from '../settings.ts'

type Options = Readonly<{ format: string; output?: string; force?: boolean }>

/** `export`: everything as JSON, or the ideas as CSV. */
export function exportCommand(): Command {
  return new Command('export')
    .description('Export everything as JSON, or the ideas as CSV')
    .addOption(new Option('--format <format>', 'what to export').choices(['json', 'csv']).default('json'))
    .option('-o, --output <file>', 'where to; - is standard output (default on a terminal: a dated file)')
    .option('--force', 'replace a file that is there')
    .addHelpText('after', examples('ideas export --output all.json', 'ideas export --format csv > ideas.csv'))
    .action(exportAll)
}

async function exportAll({ format, output, force }: Options): Promise<void> {
  if (output !== undefined && output !== '-') refuseToOverwrite(output, force)
  const interrupt = new AbortController()
  process.once('SIGINT', () => interrupt.abort()).once('SIGTERM', () => interrupt.abort())
  await withRest(async (rest) => {
    const path = format === 'csv' ? '/user/export/csv' : '/user/export'
    const { body, header } = await rest.stream('POST', path, { signal: interrupt.signal })
    const file = output ?? (process.stdout.isTTY ? named(header('content-disposition'), format) : '-')
    if (file === '-') return print(body)
    refuseToOverwrite(file, force)
    await save(body, file, { what: 'Exporting', force, signal: interrupt.signal })
    say(`Exported to ${file}`)
  })
}

/** The service's name for the file, without anything that could lead out of this folder. */
function named(disposition: string | undefined, format: string): string {
  const name = /filename="?(?<name>[^";]+)"?/.exec(disposition ?? '')?.groups?.['name'] ?? ''
  return /^\w[\w.-]*$/.test(name) ? name : `ideas.${format}`
}

import { Option } from 'commander'
import type { ApiClient } from '../api-client.ts'
import { ClientCommand } from '../client-command.ts'
import { say } from '../output.ts'
import { print, refuseToOverwrite, save } from '../save.ts'

type Options = Readonly<{ format: string; output?: string; force?: boolean }>

/** `export`: everything as JSON, or with its attachments as an archive, or the ideas as CSV. */
export function exportCommand(): ClientCommand {
  return new ClientCommand('export')
    .description('Export everything as JSON, or with attachments as a ZIP archive, or the ideas as CSV')
    .addOption(
      new Option('--format <format>', 'what to export').choices(['json', 'archive', 'csv']).default('json'),
    )
    .option('-o, --output <file>', 'the file; - is standard output (default on a terminal: a dated file)')
    .option('--force', 'replace an existing file')
    .examples(
      'ideas export --output all.json',
      'ideas export --format archive --output all.zip',
      'ideas export --format csv > ideas.csv',
    )
    .calls(exportAll)
}

async function exportAll(client: ApiClient, { format, output, force }: Options): Promise<void> {
  if (output !== undefined && output !== '-') refuseToOverwrite(output, force)
  const interrupt = new AbortController()
  process.once('SIGINT', () => interrupt.abort()).once('SIGTERM', () => interrupt.abort())
  const path = format === 'csv' ? '/user/export/csv' : '/user/export'
  const query = format === 'archive' ? { format } : {}
  const { body, header } = await client.stream('POST', path, { query, signal: interrupt.signal })
  const file = output ?? (process.stdout.isTTY ? named(header('content-disposition'), format) : '-')
  if (file === '-') return print(body)
  refuseToOverwrite(file, force)
  await save(body, file, { what: 'Exporting', force, signal: interrupt.signal })
  say(`Exported to ${file}`)
}

/** The file name given by the service, if it is safe for this folder. */
function named(disposition: string | undefined, format: string): string {
  const name = /filename="?(?<name>[^";]+)"?/.exec(disposition ?? '')?.groups?.['name'] ?? ''
  return /^\w[\w.-]*$/.test(name) ? name : `ideas.${format === 'archive' ? 'zip' : format}`
}

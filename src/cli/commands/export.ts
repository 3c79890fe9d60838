import { Option } from 'commander'
import type { ApiClient } from '../api-client.ts'
import { ClientCommand } from '../client-command.ts'
import { saveAnswer, type Destination } from '../save.ts'

type Options = Destination & Readonly<{ format: string }>

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

async function exportAll(client: ApiClient, { format, ...to }: Options): Promise<void> {
  const path = format === 'csv' ? '/user/export/csv' : '/user/export'
  const query = format === 'archive' ? { format } : {}
  await saveAnswer(async (signal) => client.stream('POST', path, { query, signal }), to, {
    what: 'Exporting',
    named: (name) => (process.stdout.isTTY ? name || `ideas.${format === 'archive' ? 'zip' : format}` : '-'),
    done: 'Exported to',
  })
}

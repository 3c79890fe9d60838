import type { ApiClient } from '../api-client.ts'
import { ClientCommand } from '../client-command.ts'
import { CliError, EXIT } from '../errors.ts'
import { saveAnswer, type Destination } from '../save.ts'

const ATTACHMENT = /^(?:\/api\/v1\/attachments\/)?(?<id>[\da-f-]{36})$/

/** `download`: an attachment as a file. */
export function downloadCommand(): ClientCommand {
  return new ClientCommand('download')
    .description('Download an attachment')
    .argument('<attachment>', 'its URL among the links of `ideas show`, or its id')
    .option('-o, --output <file>', 'the file; - is standard output (default: its own name, in this folder)')
    .option('--force', 'replace an existing file')
    .examples('ideas download /api/v1/attachments/0b5c4b9e-7f0c-4f0e-9d3c-2f4a1c7f9e11')
    .calls(download)
}

async function download(client: ApiClient, attachment: string, to: Destination): Promise<void> {
  const id = ATTACHMENT.exec(attachment)?.groups?.['id']
  if (id === undefined) throw new CliError(`"${attachment}" is no attachment`, EXIT.usage)
  await saveAnswer(async (signal) => client.stream('GET', `/attachments/${id}`, { signal }), to, {
    what: 'Downloading',
    named: (name) => name || id,
    done: 'Downloaded to',
  })
}

import path from 'node:path'
import { parse } from 'content-disposition'
import type { ApiClient } from '../api-client.ts'
import { ClientCommand } from '../client-command.ts'
import { CliError, EXIT } from '../errors.ts'
import { say } from '../output.ts'
import { print, refuseToOverwrite, save } from '../save.ts'

type Options = Readonly<{ output?: string; force?: boolean }>

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

async function download(client: ApiClient, attachment: string, { output, force }: Options): Promise<void> {
  const id = ATTACHMENT.exec(attachment)?.groups?.['id']
  if (id === undefined) throw new CliError(`"${attachment}" is no attachment`, EXIT.usage)
  if (output !== undefined && output !== '-') refuseToOverwrite(output, force)
  const interrupt = new AbortController()
  process.once('SIGINT', () => interrupt.abort()).once('SIGTERM', () => interrupt.abort())
  const { body, header } = await client.stream('GET', `/attachments/${id}`, { signal: interrupt.signal })
  if (output === '-') return print(body)
  const file = output ?? (nameIn(header('content-disposition')) || id)
  refuseToOverwrite(file, force)
  await save(body, file, { what: 'Downloading', force, signal: interrupt.signal })
  say(`Downloaded to ${file}`)
}

/** The name of a file in this folder, and no hidden one; empty without a name. */
function nameIn(disposition = 'attachment'): string {
  return path.basename(parse(disposition).parameters['filename'] ?? '').replace(/^\.+/, '')
}

import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { create as disposition } from 'content-disposition'
import { lookup } from 'mime-types'
import { idArgument } from '../arguments.ts'
import { ClientCommand, printMade, type Json } from '../client-command.ts'
import { fileSize, openFile } from '../files.ts'

/** `attach`: adds files to an idea. */
export function attachCommand(): ClientCommand {
  return new ClientCommand('attach')
    .description('Attach files to an idea: at most 10 MiB each, 20 per idea')
    .argument('<id>', 'id of the idea', idArgument)
    .argument('<file...>', 'the files')
    .json()
    .examples('ideas attach 12 sketch.png minutes.pdf')
    .calls(async (client, id: number, files: readonly string[], { json }: Json) => {
      // Before anything is sent, so that a missing file changes nothing.
      const sizes = files.map(fileSize)
      for (const [at, file] of files.entries()) {
        const name = path.basename(file)
        const reply = await client.post(`/ideas/${id}/attachments`, {
          upload: { type: lookup(name) || 'application/octet-stream', open: () => openFile(file) },
          headers: {
            'Content-Length': String(sizes[at]),
            'Content-Disposition': disposition(name),
            'Idempotency-Key': randomUUID(),
          },
        })
        printMade(reply, json, (made) => `Link ${made} of idea ${id}: ${name}`)
      }
    })
}

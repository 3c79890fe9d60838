import { Command } from 'commander'
import { OperatorError } from '../platform/operator-error.ts'
import { withApplication } from './admin-application.ts'
import { printRecord, say } from './output.ts'

/** `ideas admin rotate-master-key`: re-encrypts users' provider keys. */
export function rotateMasterKeyCommand(): Command {
  return new Command('rotate-master-key')
    .description('Re-encrypt users’ provider keys with the new master key; can be interrupted and repeated')
    .option('--json', 'print JSON, for programs')
    .action(async ({ json }: { json?: boolean }) => {
      await withApplication(async ({ rotation }) => {
        const { encrypted, left, lost } = await rotation.rotate((done) => {
          if (process.stderr.isTTY) say(`${done} keys re-encrypted`)
        })
        printRecord({ encrypted, left, lost }, json)
        if (left > 0) throw new OperatorError('some keys were changed meanwhile: run the command again')
        if (lost > 0) {
          throw new OperatorError(
            `${lost} keys cannot be opened; if their master key is not given, add it as BYOK_MASTER_KEY_PREVIOUS and run the command again`,
          )
        }
      })
    })
}

import { Command } from 'commander'
import { OperatorError } from '../config.ts'
import { withServices } from './admin-services.ts'
import { say } from './output.ts'
import { printRecord } from './terminal.ts'

/** `ideas admin rotate-master-key`: the keys that users brought, encrypted under another master key. */
export function rotateMasterKeyCommand(): Command {
  return new Command('rotate-master-key')
    .description(
      'Encrypt the keys that users brought under the new master key; may be cut short and begun again',
    )
    .option('--json', 'print JSON, for programs')
    .action(async ({ json }: { json?: boolean }) => {
      await withServices(async ({ rotation }) => {
        const { encrypted, left, lost } = await rotation.rotate((done) => {
          if (process.stderr.isTTY) say(`${done} keys encrypted anew`)
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

import { Command } from 'commander'
import { OperatorError } from '../platform/operator-error.ts'
import { withApplication } from './admin-application.ts'
import { counted } from './arguments.ts'
import { printTable, say } from './output.ts'

/** `ideas admin check`: looks for relations that requests can no longer create. */
export function checkCommand(): Command {
  return new Command('check')
    .description('Look for cycles of blocks or parent relations, which older versions could let in')
    .option('--json', 'print JSON, for programs')
    .action(async ({ json }: { json?: boolean }) => {
      await withApplication(async ({ accounts, cyclesOf }) => {
        const users = await accounts.list()
        const found = []
        for (const { user_id, email } of users) {
          for (const { type, ids } of await cyclesOf(user_id)) {
            found.push({ user_id, email, relation_type: type, cycle: json ? ids : ids.join(' → ') })
          }
        }
        if (json || found.length > 0) printTable(found, json)
        if (found.length > 0)
          throw new OperatorError(`${counted(found.length, 'cycle')}: delete a relation of each`)
        say(`no cycles in ${counted(users.length, 'account')}`)
      })
    })
}

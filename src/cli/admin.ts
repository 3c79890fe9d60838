import { Command, Option } from 'commander'
import { CreateUser, NewPassword } from '../account/schema.ts'
import { Plan } from '../actor.ts'
import type { Accounts } from '../account/accounts.ts'
import { OperatorError } from '../config.ts'
import { jobsCommand, reindexCommand } from './admin-indexing.ts'
import { rotateMasterKeyCommand } from './admin-master-key.ts'
import { withServices } from './admin-services.ts'
import { confirm, printRecord, printTable, readPassword } from './terminal.ts'

type Json = Readonly<{ json?: boolean }>

const jsonOption = (): Option => new Option('--json', 'print JSON, for programs')
const planOption = (): Option =>
  new Option('--plan <plan>', 'the plan').choices(Plan.options).makeOptionMandatory()

/** `ideas admin`: what an operator does with accounts, straight on the databases. */
export function adminCommand(): Command {
  const admin = new Command('admin').description('Operate on accounts (needs the databases, not the service)')
  admin
    .command('create-user')
    .description('Make an account; prints its API key and a session token, once')
    .requiredOption('--email <email>', 'its e-mail address')
    .addOption(planOption())
    .option('--password-stdin', 'read a password from standard input')
    .addOption(jsonOption())
    .action(createUser)
  admin
    .command('list-users')
    .description('List all accounts')
    .addOption(jsonOption())
    .action(async ({ json }: Json) => {
      const users = await withAccounts((accounts) => accounts.list())
      printTable(users, json)
    })
  admin
    .command('set-plan')
    .description('Change the plan of an account; it counts from the next request on')
    .argument('<user>', 'e-mail address or user id')
    .argument('<plan>', 'free or pro')
    .addOption(jsonOption())
    .action(async (user: string, plan: string, { json }: Json) => {
      const parsed = Plan.safeParse(plan)
      if (!parsed.success) throw new OperatorError(`plan must be free or pro, not ${plan}`)
      printRecord(await withAccounts((accounts) => accounts.setPlan(user, parsed.data)), json)
    })
  admin
    .command('set-password')
    .description('Set the password of an account; ends all its sessions')
    .argument('<user>', 'e-mail address or user id')
    .requiredOption('--password-stdin', 'read the password from standard input')
    .addOption(jsonOption())
    .action(async (user: string, { json }: Json) => {
      const parsed = NewPassword.safeParse(await readPassword())
      if (!parsed.success) {
        throw new OperatorError(parsed.error.issues.map(({ message }) => `password ${message}`).join('; '))
      }
      printRecord(await withAccounts((accounts) => accounts.setPassword(user, parsed.data)), json)
    })
  admin
    .command('delete-user')
    .description('Delete an account with everything it has, for good')
    .argument('<user>', 'e-mail address or user id')
    .option('--yes', 'do not ask')
    .addOption(jsonOption())
    .action(async (user: string, { yes, json }: Json & { yes?: boolean }) => {
      await confirm(`Delete ${user} with all ideas, for good?`, yes)
      printRecord(await withAccounts((accounts) => accounts.remove(user)), json)
    })
  return admin.addCommand(jobsCommand()).addCommand(rotateMasterKeyCommand()).addCommand(reindexCommand())
}

type CreateOptions = Json & Readonly<{ email: string; plan: string; passwordStdin?: boolean }>

async function createUser({ email, plan, passwordStdin, json }: CreateOptions): Promise<void> {
  const password = passwordStdin ? await readPassword() : undefined
  const parsed = CreateUser.safeParse({ email, plan, ...(password === undefined ? {} : { password }) })
  if (!parsed.success) {
    throw new OperatorError(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '),
    )
  }
  printRecord(await withAccounts((accounts) => accounts.create(parsed.data)), json)
}

async function withAccounts<T>(work: (accounts: Accounts) => Promise<T>): Promise<T> {
  return withServices(async ({ accounts }) => work(accounts))
}

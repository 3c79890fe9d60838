import { Command, Option } from 'commander'
import { z } from 'zod'
import { CreateUser, NewPassword } from '../features/account/schema.ts'
import { Plan } from '../platform/auth/actor.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { checkCommand } from './admin-check.ts'
import { jobsCommand, reindexCommand } from './admin-indexing.ts'
import { rotateMasterKeyCommand } from './admin-master-key.ts'
import { withApplication } from './admin-application.ts'
import type { Json } from './client-command.ts'
import { printRecord, printTable } from './output.ts'
import { confirm, readLine } from './prompt.ts'

/** `ideas admin`: commands of the operator, which access the databases directly. */
export function adminCommand(): Command {
  const admin = new Command('admin').description('Operate on accounts (needs the databases, not the service)')
  admin
    .command('create-user')
    .description('Create an account; prints its API key and a session token, once')
    .requiredOption('--email <email>', 'its e-mail address')
    .addOption(new Option('--plan <plan>', 'the plan').choices(Plan.options).makeOptionMandatory())
    .option('--password-stdin', 'read a password from standard input')
    .option('--json', 'print JSON, for programs')
    .action(createUser)
  admin
    .command('list-users')
    .description('List all accounts')
    .option('--json', 'print JSON, for programs')
    .action(async ({ json }: Json) => {
      const users = await withApplication(({ accounts }) => accounts.list())
      printTable(users, json)
    })
  admin
    .command('set-plan')
    .description('Change the plan of an account, effective from the next request')
    .argument('<user>', 'e-mail address or user id')
    .argument('<plan>', 'free or pro')
    .option('--json', 'print JSON, for programs')
    .action(async (user: string, plan: string, { json }: Json) => {
      const parsed = Plan.safeParse(plan)
      if (!parsed.success) throw new OperatorError(`plan must be free or pro, not ${plan}`)
      printRecord(await withApplication(({ accounts }) => accounts.setPlan(user, parsed.data)), json)
    })
  admin
    .command('set-password')
    .description('Set the password of an account; revokes all its sessions')
    .argument('<user>', 'e-mail address or user id')
    .requiredOption('--password-stdin', 'read the password from standard input')
    .option('--json', 'print JSON, for programs')
    .action(async (user: string, { json }: Json) => {
      const { password } = valid(z.object({ password: NewPassword }), { password: await readPassword() })
      printRecord(await withApplication(({ accounts }) => accounts.setPassword(user, password)), json)
    })
  admin
    .command('delete-user')
    .description('Delete an account with all its data, permanently')
    .argument('<user>', 'e-mail address or user id')
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON, for programs')
    .action(async (user: string, { yes, json }: Json & { yes?: boolean }) => {
      await confirm(`Delete ${user} with all ideas, for good?`, yes)
      printRecord(await withApplication(({ accounts }) => accounts.remove(user)), json)
    })
  for (const command of [jobsCommand(), checkCommand(), rotateMasterKeyCommand(), reindexCommand()]) {
    admin.addCommand(command)
  }
  return admin
}

type CreateOptions = Json & Readonly<{ email: string; plan: string; passwordStdin?: boolean }>

async function createUser({ email, plan, passwordStdin, json }: CreateOptions): Promise<void> {
  const password = passwordStdin ? await readPassword() : undefined
  const user = valid(CreateUser, { email, plan, ...(password === undefined ? {} : { password }) })
  printRecord(await withApplication(({ accounts }) => accounts.create(user)), json)
}

/** @throws OperatorError naming each problem */
function valid<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  throw new OperatorError(problems.join('; '))
}

/** @throws OperatorError when standard input is empty */
async function readPassword(): Promise<string> {
  const password = await readLine()
  if (password === undefined) throw new OperatorError('--password-stdin: standard input is empty')
  return password
}

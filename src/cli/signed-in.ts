import { z } from 'zod'
import { User } from '../account/schema.ts'
import { NewSession } from '../sessions/schema.ts'
import { CliError, EXIT } from './errors.ts'
import { createRest, type Rest } from './rest.ts'
import { secretFrom } from './secret.ts'
import { connection } from './settings.ts'

/**
 * Runs `work` in a session of the kept key's account, which ends with it: what makes or ends credentials takes the
 * password, read from standard input or asked for without an echo.
 * @throws CliError when nobody can be asked, or the password is wrong
 */
export async function withSession<T>(
  passwordStdin: boolean | undefined,
  work: (rest: Rest) => Promise<T>,
): Promise<T> {
  const { apiKey, ...service } = connection()
  const byKey = createRest({ ...service, apiKey })
  const nobody = createRest(service)
  try {
    const { email } = await byKey.get('/user/me', User)
    const password = await secretFrom({
      option: '--password-stdin',
      given: passwordStdin,
      what: 'the password of the account',
      question: `Password of ${email}: `,
    })
    const body = { email, password }
    const { session_token: session } = await nobody.post('/auth/sign-in', NewSession, { body }).catch(refused)
    const bySession = createRest({ ...service, session })
    try {
      return await work(bySession)
    } finally {
      await bySession.post('/auth/sign-out', z.unknown()).catch(() => undefined)
      await bySession.close()
    }
  } finally {
    await Promise.all([byKey.close(), nobody.close()])
  }
}

function refused(error: unknown): never {
  if (error instanceof CliError && error.exitCode === EXIT.refused) {
    throw new CliError('the password is wrong, or the account has none', EXIT.refused)
  }
  throw error
}

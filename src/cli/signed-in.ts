import { User } from '../features/account/schema.ts'
import { NewSession } from '../features/sessions/schema.ts'
import { createApiClient, type ApiClient } from './api-client.ts'
import { CliError, EXIT } from './errors.ts'
import { secretFrom } from './prompt.ts'
import { connection } from './settings.ts'

/**
 * Runs `work` in a temporary session of the API key's account, because managing credentials requires a session. The
 * password is read from standard input or prompted for without echo.
 * @throws CliError when there is no terminal to prompt on, or the password is wrong
 */
export async function withSession<T>(
  passwordStdin: boolean | undefined,
  work: (client: ApiClient) => Promise<T>,
): Promise<T> {
  const { apiKey, ...service } = connection()
  await using byKey = createApiClient({ ...service, apiKey })
  await using anonymous = createApiClient(service)
  const { email } = (await byKey.get('/user/me')).as(User)
  const password = await secretFrom({
    option: '--password-stdin',
    given: passwordStdin,
    what: 'the password of the account',
    question: `Password of ${email}: `,
  })
  const signedIn = await anonymous
    .post('/auth/sign-in', { body: { email, password }, repeatable: false })
    .catch(refused)
  await using bySession = createApiClient({ ...service, session: signedIn.as(NewSession).session_token })
  try {
    return await work(bySession)
  } finally {
    await bySession.post('/auth/sign-out').catch(() => undefined)
  }
}

function refused(error: unknown): never {
  if (error instanceof CliError && error.exitCode === EXIT.refused) {
    throw new CliError('the password is wrong, or the account has none', EXIT.refused)
  }
  throw error
}

import type { Attempt } from '../../platform/auth/attempts.ts'
import { verifyPassword } from './password.ts'

type Dependencies = Readonly<{
  attempts: Readonly<{
    take: (attempt: Attempt) => Promise<void>
    succeeded: (attempt: Attempt) => Promise<void>
  }>
}>

/** Checks a password with rate limiting; `passwordHash` is null if there is no account or no password. */
export function createPasswordCheck({ attempts }: Dependencies) {
  /** @throws Problem `rate_limit_exceeded` */
  return async (attempt: Attempt, password: string, passwordHash: string | null): Promise<boolean> => {
    await attempts.take(attempt)
    if (!(await verifyPassword(password, passwordHash))) return false
    await attempts.succeeded(attempt)
    return true
  }
}
export type PasswordCheck = ReturnType<typeof createPasswordCheck>

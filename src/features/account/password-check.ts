import type { Attempt, createAttempts } from '../../platform/limits/attempts.ts'
import { verifyPassword } from './password.ts'

type Dependencies = Readonly<{ attempts: Pick<ReturnType<typeof createAttempts>, 'take' | 'succeeded'> }>

/** Checks a password with rate limiting. */
export function createPasswordCheck({ attempts }: Dependencies) {
  /** @throws Problem `rate_limit_exceeded` */
  return async (attempt: Attempt, password: string): Promise<boolean> => {
    await attempts.take(attempt)
    if (!(await verifyPassword(password, attempt.passwordHash))) return false
    await attempts.succeeded(attempt)
    return true
  }
}
export type PasswordCheck = ReturnType<typeof createPasswordCheck>

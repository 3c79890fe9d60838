import type { Attempt } from '../admission/attempts.ts'
import { verifyPassword } from './password.ts'

type Dependencies = Readonly<{
  attempts: Readonly<{
    take: (attempt: Attempt) => Promise<void>
    succeeded: (attempt: Attempt) => Promise<void>
  }>
}>

/** Checks a password as one try of a limited number; `passwordHash` is null where there is none to match. */
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

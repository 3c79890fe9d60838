import type { Accounts } from '../account/accounts.ts'
import { emailKey } from '../account/email-key.ts'
import type { PasswordCheck } from '../account/password-check.ts'
import { Problem } from '../problems.ts'
import type { SignIn, SignUp } from './schema.ts'
import type { Sessions, Token } from './sessions.ts'

type Dependencies = Readonly<{
  accounts: Pick<Accounts, 'loginByEmail' | 'signUp'>
  check: PasswordCheck
  /** Counts a sign-up from an address. @throws Problem `rate_limit_exceeded` */
  takeSignUp: (address: string) => Promise<void>
  startSession: Sessions['start']
  allowSignUp: boolean
}>

/** From where somebody calls, and with which program. */
export type Caller = Readonly<{ address: string; userAgent: string | null }>

/** How people get in: by e-mail and password, and where the operator allows it, without having been there before. */
export function createSignIn({ accounts, check, takeSignUp, startSession, allowSignUp }: Dependencies) {
  return {
    /**
     * A session for whoever knows the password. An unknown e-mail, a wrong password and an account without one look alike.
     * @throws Problem `sign_in_refused`, `rate_limit_exceeded`
     */
    async signIn({ email, password }: SignIn, { address, userAgent }: Caller): Promise<Token> {
      const login = await accounts.loginByEmail(email)
      const passwordHash = login?.passwordHash ?? null
      const isGood = await check({ emailKey: emailKey(email), address }, password, passwordHash)
      if (!isGood || login === undefined || passwordHash === null) throw new Problem('sign_in_refused')
      const token = await startSession({ userId: login.userId, passwordHash }, userAgent)
      if (token === undefined) throw new Problem('sign_in_refused')
      return token
    },

    /** A new account on the free plan. @throws Problem `sign_up_off`, `rate_limit_exceeded`, `email_taken` */
    async signUp(input: SignUp, { address, userAgent }: Caller): Promise<Token> {
      if (!allowSignUp) throw new Problem('sign_up_off')
      await takeSignUp(address)
      const { email, password, display_name: displayName } = input
      const name = displayName === undefined ? {} : { displayName }
      const token = await accounts.signUp({ email, password, ...name, userAgent })
      if (token === undefined) throw new Problem('email_taken')
      return token
    },
  }
}
export type SigningIn = ReturnType<typeof createSignIn>

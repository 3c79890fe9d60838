import type { AccountFeature } from '../account/feature.ts'
import { emailKey } from '../account/schema.ts'
import { Problem } from '../../platform/problems.ts'
import type { SignIn, SignUp } from './schema.ts'
import type { Sessions, Token } from './sessions.ts'

type Dependencies = Readonly<{
  accounts: Pick<AccountFeature['accounts'], 'loginByEmail' | 'signUp'>
  check: AccountFeature['check']
  /** Counts a sign-up from an address. @throws Problem `rate_limit_exceeded` */
  takeSignUp: (address: string) => Promise<void>
  startSession: Sessions['start']
  allowSignUp: boolean
}>

/** The IP address and user agent of the client, and the id of its browser. */
export type Caller = Readonly<{ address: string; userAgent: string | null; browser: string }>

/** Sign-in by e-mail and password, and sign-up if the operator allows it. */
export function createSignIn({ accounts, check, takeSignUp, startSession, allowSignUp }: Dependencies) {
  return {
    /**
     * Starts a session. An unknown e-mail, a wrong password and an account without one are indistinguishable.
     * @throws Problem `sign_in_refused`, `rate_limit_exceeded`
     */
    async signIn({ email, password }: SignIn, { userAgent, ...caller }: Caller): Promise<Token> {
      const login = await accounts.loginByEmail(email)
      const passwordHash = login?.passwordHash ?? null
      const isGood = await check({ emailKey: emailKey(email), passwordHash, ...caller }, password)
      if (!isGood || login === undefined || passwordHash === null) throw new Problem('sign_in_refused')
      const token = await startSession({ userId: login.userId, passwordHash }, userAgent)
      if (token === undefined) throw new Problem('sign_in_refused')
      return token
    },

    /** Creates an account on the free plan. @throws Problem `sign_up_off`, `rate_limit_exceeded`, `email_taken` */
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

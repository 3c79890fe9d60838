import { useEffect, useRef } from 'preact/hooks'
import { session, type Session } from '../platform/session.ts'
import { signOut } from '../platform/sign-out.ts'
import { isTyping } from '../platform/typing.ts'
import { Dialog } from './dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'

/**
 * Asks for the password again when the session has ended, once typing pauses: the rest of a text must not get into the password. The page
 * below keeps what was typed and goes on afterwards.
 */
export function SignInAgain() {
  const isAsked = useRef(false)
  const last = useRef<Session>('nobody')
  const { value } = session
  useEffect(() => {
    if (typeof value === 'object') last.current = value
  }, [value])
  isAsked.current = value === 'ended' && (isAsked.current || !isTyping.value)
  if (!isAsked.current) return null
  const email = typeof last.current === 'object' ? last.current.email : ''
  return (
    <Dialog label="Sign in again" onClose={() => undefined}>
      <h2>Sign in again</h2>
      <p>Your session has ended. What you typed is still here, and what was under way goes on.</p>
      <SignInForm kind="sign-in" email={email} />
      <button type="button" class="quiet" onClick={() => void signOut()}>
        Leave instead
      </button>
    </Dialog>
  )
}

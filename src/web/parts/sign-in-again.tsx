import { useRef } from 'preact/hooks'
import { ownersEmail, session } from '../platform/session.ts'
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
  isAsked.current = session.value === 'ended' && (isAsked.current || !isTyping.value)
  if (!isAsked.current) return null
  return (
    <Dialog label="Sign in again" onClose={() => undefined}>
      <h2>Sign in again</h2>
      <p>Your session has ended. What you typed is still here, and what was under way goes on.</p>
      <SignInForm kind="sign-in" email={ownersEmail()} />
      <button type="button" class="quiet" onClick={() => void signOut()}>
        Leave instead
      </button>
    </Dialog>
  )
}

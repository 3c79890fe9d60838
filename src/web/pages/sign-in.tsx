import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { SignInForm } from '../parts/sign-in-form.tsx'
import { TroubleBanner } from '../parts/trouble-banner.tsx'

/** Whether anybody may open an account, as the service says in its document. */
const isOpen = document.querySelector('meta[name="sign-up"]')?.getAttribute('content') === 'open'

/** What is seen at every address by who is not signed in. */
export function SignInPage() {
  const kind = useSignal<'sign-in' | 'sign-up'>('sign-in')
  const isNew = kind.value === 'sign-up'
  useEffect(() => {
    document.title = 'Sign in · Idea Repository'
  }, [])
  return (
    <main class="narrow">
      <TroubleBanner />
      <p class="brand">Idea Repository</p>
      <h1>{isNew ? 'Create an account' : 'Sign in'}</h1>
      <SignInForm kind={kind.value} />
      {isOpen && (
        <button type="button" class="quiet" onClick={() => (kind.value = isNew ? 'sign-in' : 'sign-up')}>
          {isNew ? 'I have an account' : 'I have no account yet'}
        </button>
      )}
      <details>
        <summary>Where do I get a password?</summary>
        <p>
          The service prints the first account with its password when it is started by <code>npm start</code>.
          Other accounts get theirs from the operator, by{' '}
          <code>ideas admin set-password EMAIL --password-stdin</code>.
        </p>
      </details>
    </main>
  )
}

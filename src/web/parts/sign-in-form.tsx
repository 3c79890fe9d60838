import { useSignal } from '@preact/signals'
import { enter } from '../platform/session.ts'

type Props = Readonly<{ kind: 'sign-in' | 'sign-up'; email?: string }>

/** Signs in or up; a refusal is told beside the form. */
export function SignInForm({ kind, email = '' }: Props) {
  const refusal = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    isBusy.value = true
    refusal.value = await enter(kind, String(form.get('email')), String(form.get('password')))
    isBusy.value = false
  }
  return (
    <form class="stack" onSubmit={(event) => void submit(event)}>
      <p class="warning" role="alert" hidden={refusal.value === undefined}>
        {refusal.value}
      </p>
      <label>
        E-mail address
        <input name="email" type="email" autocomplete="username" required defaultValue={email} />
      </label>
      <label>
        Password
        <input
          name="password"
          type="password"
          required
          minLength={kind === 'sign-up' ? 8 : undefined}
          autocomplete={kind === 'sign-up' ? 'new-password' : 'current-password'}
        />
      </label>
      <button class="main" disabled={isBusy.value}>
        {kind === 'sign-up' ? 'Create the account' : 'Sign in'}
      </button>
    </form>
  )
}

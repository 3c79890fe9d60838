import { useSignal } from '@preact/signals'
import { enter } from '../platform/session.ts'
import { Form } from './form.tsx'

type Props = Readonly<{
  kind: 'sign-in' | 'sign-up'
  /** Whose form it is, if of nobody else. */
  email?: string
}>

/** Signs in or up; a refusal is told beside the form. */
export function SignInForm({ kind, email = '' }: Props) {
  const refusal = useSignal<string | undefined>(undefined)
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const given = new FormData(form)
    refusal.value = await enter(kind, String(given.get('email')), String(given.get('password')))
  }
  return (
    <Form class="stack" onSend={submit}>
      <p class="warning" role="alert" hidden={refusal.value === undefined}>
        {refusal.value}
      </p>
      <label>
        E-mail address
        <input
          name="email"
          type="email"
          autocomplete="username"
          required
          readOnly={email !== ''}
          autoFocus={email === ''}
          defaultValue={email}
        />
      </label>
      <label>
        Password
        <input
          name="password"
          type="password"
          required
          autoFocus={email !== ''}
          minLength={kind === 'sign-up' ? 8 : undefined}
          autocomplete={kind === 'sign-up' ? 'new-password' : 'current-password'}
        />
      </label>
      <button class="main">{kind === 'sign-up' ? 'Create the account' : 'Sign in'}</button>
    </Form>
  )
}

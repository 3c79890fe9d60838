import { Form } from '../../parts/form.tsx'
import { call } from '../../platform/api.ts'
import { attempt, tell } from '../../platform/notices.ts'

/** Changes the password. */
export function PasswordSection() {
  return (
    <section aria-labelledby="password">
      <h2 id="password">Password</h2>
      <Form class="stack" onSend={change}>
        <label>
          Current password
          <input name="current" type="password" autocomplete="current-password" />
        </label>
        <label>
          New password
          <input name="new" type="password" autocomplete="new-password" required minLength={8} />
        </label>
        <div class="row">
          <button>Change the password</button>
        </div>
      </Form>
    </section>
  )
}

async function change(form: HTMLFormElement): Promise<void> {
  const given = new FormData(form)
  const current = String(given.get('current'))
  const body = {
    ...(current !== '' && { current_password: current }),
    new_password: String(given.get('new')),
  }
  const isDone = await attempt(async () => {
    await call('POST /user/password', { body })
    tell('The password is changed; all other sessions have ended.')
  })
  if (isDone) form.reset()
}

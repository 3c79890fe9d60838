import { useSignal } from '@preact/signals'
import { Dialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { call } from '../../platform/api.ts'
import { tellAnybody, tellError } from '../../platform/notices.ts'
import { forget } from '../../platform/session.ts'

/** Deletes the account for good; the password is asked for. */
export function Deletion() {
  const isAsking = useSignal(false)
  return (
    <section aria-labelledby="deletion">
      <h2 id="deletion">Delete the account</h2>
      <button type="button" onClick={() => (isAsking.value = true)}>
        Delete the account with all its ideas …
      </button>
      {isAsking.value && (
        <Dialog label="Delete the account" onClose={() => (isAsking.value = false)}>
          <Form class="stack" onSend={async (form) => remove(String(new FormData(form).get('password')))}>
            <h2>Delete the account?</h2>
            <p>
              All ideas, relations, tags and keys are erased. This cannot be undone: export your data before.
            </p>
            <label>
              Password
              <input name="password" type="password" autocomplete="current-password" required />
            </label>
            <div class="row end">
              <button type="button" onClick={() => (isAsking.value = false)}>
                Keep it
              </button>
              <button class="main">Delete it for good</button>
            </div>
          </Form>
        </Dialog>
      )}
    </section>
  )
}

async function remove(password: string): Promise<void> {
  try {
    await call('DELETE /user/me', { body: { password } })
    forget()
    tellAnybody('Your account is deleted.')
  } catch (error) {
    tellError(error)
  }
}

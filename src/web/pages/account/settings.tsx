import { Form } from '../../parts/form.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import type { Result } from '../../platform/api-types.ts'
import { call } from '../../platform/api.ts'
import { useLive } from '../../platform/live.ts'
import { attempt, tell } from '../../platform/notices.ts'
import { hasSingleKeys } from '../../platform/shortcuts.ts'

type User = Result<'GET /user/me'>

/** The name, and from which confidence on pairs of duplicates are shown. */
export function Settings() {
  const user = useLive('GET /user/me', {}).value
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <Loaded live={user}>{({ body }) => <SettingsForm user={body} />}</Loaded>
      <label class="row">
        <input
          type="checkbox"
          checked={hasSingleKeys.value}
          onChange={({ currentTarget }) => (hasSingleKeys.value = currentTarget.checked)}
        />
        Single keys are shortcuts, in this browser
      </label>
    </section>
  )
}

function SettingsForm({ user }: Readonly<{ user: User }>) {
  const { display_name: name, settings_json: settings } = user
  const { duplicate_threshold: threshold } = settings
  const save = async (form: FormData): Promise<void> => {
    const { duplicate_threshold: _, ...others } = settings
    const wanted = String(form.get('threshold'))
    const settings_json = wanted === '' ? others : { ...others, duplicate_threshold: Number(wanted) }
    await attempt(async () => {
      await call('PATCH /user/me', { body: { display_name: String(form.get('name')), settings_json } })
      tell('Saved.')
    })
  }
  return (
    <Form class="stack" onSend={async (form) => save(new FormData(form))}>
      <label>
        Name
        <input name="name" required defaultValue={name} />
      </label>
      <label>
        Show duplicates that are at least this sure, from 0.5 to 1 (empty: the default)
        <input
          name="threshold"
          type="number"
          min={0.5}
          max={1}
          step="any"
          defaultValue={typeof threshold === 'number' ? String(threshold) : ''}
        />
      </label>
      <div class="row">
        <button>Save the settings</button>
      </div>
    </Form>
  )
}

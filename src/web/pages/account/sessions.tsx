import { When } from '../../parts/when.tsx'
import { call } from '../../platform/api.ts'
import { useLive } from '../../platform/live.ts'
import { deleteLater, hidden } from '../../platform/notices.ts'

/** Where the account is signed in. */
export function Sessions() {
  const sessions = useLive('GET /user/sessions', {}).value.reply?.body ?? []
  const shown = sessions.filter(({ id }) => !hidden.value.has(`session-${id}`))
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      <ul class="plain">
        {shown.map(({ id, user_agent: agent, created_at: since, current }) => (
          <li class="row" key={id}>
            <span>{agent ?? 'A program'}</span>
            <span class="hint">
              since <When time={since} />
            </span>
            {current ? (
              <strong>this browser</strong>
            ) : (
              <button
                type="button"
                onClick={() =>
                  deleteLater(`session-${id}`, 'The session is ended.', () =>
                    call('DELETE /user/sessions/:id', { params: { id } }),
                  )
                }
              >
                End it
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

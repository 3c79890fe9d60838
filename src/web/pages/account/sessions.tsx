import { Loaded } from '../../parts/loaded.tsx'
import { useOnce } from '../../parts/use-once.ts'
import { When } from '../../parts/when.tsx'
import { call } from '../../platform/api.ts'
import type { Result } from '../../platform/api-types.ts'
import { useLive } from '../../platform/live.ts'
import { attempt, tell } from '../../platform/notices.ts'

/** Where the account is signed in. */
export function Sessions() {
  const sessions = useLive('GET /user/sessions', {}).value
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      <Loaded live={sessions}>
        {({ body }) => (
          <ul class="plain">
            {body.map((session) => (
              <SessionLine key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

function SessionLine({ session }: Readonly<{ session: Result<'GET /user/sessions'>[number] }>) {
  const { id, user_agent: agent, created_at: since, current } = session
  const end = useOnce(async () =>
    attempt(async () => {
      await call('DELETE /user/sessions/:id', { params: { id } })
      tell('The session is ended.')
    }),
  )
  return (
    <li class="row">
      <span>{agent ?? 'A program'}</span>
      <span class="hint">
        since <When time={since} />
      </span>
      {current ? (
        <strong>this browser</strong>
      ) : (
        <button type="button" aria-label={`End it: ${agent ?? 'a program'}`} onClick={() => void end()}>
          End it
        </button>
      )}
    </li>
  )
}

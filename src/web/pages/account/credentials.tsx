import { useSignal } from '@preact/signals'
import { Form } from '../../parts/form.tsx'
import { When } from '../../parts/when.tsx'
import { ApiError } from '../../platform/api-error.ts'
import { call } from '../../platform/api.ts'
import { announceChange, useLive } from '../../platform/live.ts'
import { deleteLater, hidden, tellError } from '../../platform/notices.ts'

type Scope = 'ideas:read' | 'ideas:write'
type Props = Readonly<{ path: '/user/api-keys' | '/user/mcp-tokens'; title: string; hint: string }>

/** Credentials of one kind: made, shown once, revoked. */
export function Credentials({ path, title, hint }: Props) {
  const list = useLive(`GET ${path}`, {}).value.reply?.body ?? []
  const secret = useSignal<string | undefined>(undefined)
  const id = path.slice(path.lastIndexOf('/') + 1)
  const create = async (form: FormData): Promise<void> => {
    const scopes: Scope[] = form.get('reads') === null ? ['ideas:read', 'ideas:write'] : ['ideas:read']
    try {
      const { key } = await call(`POST ${path}`, {
        body: { label: String(form.get('label')) || null, scopes },
      })
      secret.value = key
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      tellError(error)
    }
    announceChange()
  }
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p class="hint">{hint}</p>
      {secret.value !== undefined && <Secret text={secret.value} onDone={() => (secret.value = undefined)} />}
      <ul class="plain">
        {list
          .filter((one) => !hidden.value.has(`credential-${one.id}`))
          .map((one) => {
            const name = ('client_name' in one ? one.client_name : null) ?? one.label ?? one.key
            return (
              <li class="row" key={one.id}>
                <strong>{name}</strong>
                <code>{one.key}</code>
                <span class="hint">
                  {one.scopes.includes('ideas:write') ? 'reads and writes' : 'reads'}; made{' '}
                  <When time={one.created_at} />
                  {one.last_used_at !== null && (
                    <>
                      , used <When time={one.last_used_at} />
                    </>
                  )}
                </span>
                <button
                  type="button"
                  aria-label={`Revoke ${name}`}
                  onClick={() =>
                    deleteLater(`credential-${one.id}`, `${name} is revoked.`, () =>
                      call(`DELETE ${path}/:id`, { params: { id: one.id } }),
                    )
                  }
                >
                  Revoke
                </button>
              </li>
            )
          })}
      </ul>
      <Form
        class="row"
        onSend={async (form) => {
          await create(new FormData(form))
          form.reset()
        }}
      >
        <input
          name="label"
          maxLength={100}
          aria-label={`What the new one of ${title} is for`}
          placeholder="What it is for"
        />
        <label class="row">
          <input type="checkbox" name="reads" /> only reads
        </label>
        <button>{path === '/user/api-keys' ? 'Make a key' : 'Make a token'}</button>
      </Form>
    </section>
  )
}

/** A secret, which no later answer holds. */
function Secret({ text, onDone }: Readonly<{ text: string; onDone: () => void }>) {
  return (
    <div class="warning" role="alert">
      <p>Copy it now. It is shown only this once.</p>
      <p class="row">
        <code>{text}</code>
        <button type="button" onClick={() => void navigator.clipboard.writeText(text)}>
          Copy
        </button>
        <button type="button" onClick={onDone}>
          I have it
        </button>
      </p>
    </div>
  )
}

import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Form } from '../../parts/form.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useOnce } from '../../parts/use-once.ts'
import { Question } from '../../parts/question.tsx'
import { When } from '../../parts/when.tsx'
import { call } from '../../platform/api.ts'
import type { Result } from '../../platform/api-types.ts'
import { useLive } from '../../platform/live.ts'
import { attempt, tell } from '../../platform/notices.ts'

type Scope = 'ideas:read' | 'ideas:write'
type Path = '/user/api-keys' | '/user/mcp-tokens'
type Props = Readonly<{
  path: Path
  title: string
  hint: string
  /** What to say where there are none. */
  none: string
}>

/** Credentials of one kind: made, shown once, revoked. */
export function Credentials({ path, title, hint, none }: Props) {
  const list = useLive(`GET ${path}`, {}).value
  const secret = useSignal<Readonly<{ id: string; key: string }> | undefined>(undefined)
  const id = path.slice(path.lastIndexOf('/') + 1)
  const create = async (form: FormData): Promise<boolean> => {
    const scopes: Scope[] = form.get('reads') === null ? ['ideas:read', 'ideas:write'] : ['ideas:read']
    return attempt(async () => {
      const { id: made, key } = await call(`POST ${path}`, {
        body: { label: String(form.get('label')) || null, scopes },
      })
      secret.value = { id: made, key }
    })
  }
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p class="hint">{hint}</p>
      {secret.value !== undefined && (
        <Secret text={secret.value.key} onDone={() => (secret.value = undefined)} />
      )}
      <Loaded live={list}>
        {({ body }) => {
          if (body.length === 0) return <p class="hint">{none}</p>
          return (
            <ul class="plain">
              {body.map((one) => (
                <Line
                  key={one.id}
                  path={path}
                  credential={one}
                  onRevoked={() => {
                    if (secret.value?.id === one.id) secret.value = undefined
                  }}
                />
              ))}
            </ul>
          )
        }}
      </Loaded>
      <Form
        class="row"
        onSend={async (form) => {
          if (await create(new FormData(form))) form.reset()
        }}
      >
        <input name="label" aria-label={`What the new one of ${title} is for`} placeholder="What it is for" />
        <label class="row">
          <input type="checkbox" name="reads" /> only reads
        </label>
        <button>{path === '/user/api-keys' ? 'Make a key' : 'Make a token'}</button>
      </Form>
    </section>
  )
}

type LineProps = Readonly<{
  path: Path
  credential: Result<`GET ${Path}`>[number]
  onRevoked: () => void
}>

function Line({ path, credential, onRevoked }: LineProps) {
  const isAsking = useSignal(false)
  const button = useRef<HTMLButtonElement>(null)
  const { id, key, label, scopes, created_at: made, last_used_at: used } = credential
  const name = ('client_name' in credential ? credential.client_name : null) ?? (label || key)
  const endQuestion = (): void => {
    button.current?.focus()
    isAsking.value = false
  }
  const revoke = useOnce(async () => {
    const isDone = await attempt(async () => {
      await call(`DELETE ${path}/:id`, { params: { id } })
      onRevoked()
      tell(`${name} is revoked.`)
    })
    if (!isDone) endQuestion()
    return isDone
  })
  return (
    <li class="row">
      <strong>{name}</strong>
      <code>{key}</code>
      <span class="hint">
        {scopes.includes('ideas:write') ? 'reads and writes' : 'reads'}; made <When time={made} />
        {used !== null && (
          <>
            , used <When time={used} />
          </>
        )}
      </span>
      <button
        ref={button}
        type="button"
        aria-label={`Revoke ${name}`}
        onClick={() => (isAsking.value = true)}
      >
        Revoke
      </button>
      {isAsking.value && (
        <Question
          text={`Revoke ${name}? What uses it loses access at once.`}
          yes="Revoke"
          onYes={() => void revoke()}
          onNo={endQuestion}
        />
      )}
    </li>
  )
}

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text).then(
    () => tell('Copied.'),
    () => tell('This browser does not let it be copied. Select it, and copy it by the keyboard.', 'error'),
  )
}

/** A secret, which no later answer holds. */
function Secret({ text, onDone }: Readonly<{ text: string; onDone: () => void }>) {
  return (
    <div class="warning" role="alert">
      <p>Copy it now. It is shown only this once.</p>
      <p class="row">
        <code>{text}</code>
        <button type="button" onClick={() => void copy(text)}>
          Copy
        </button>
        <button type="button" onClick={onDone}>
          I have it
        </button>
      </p>
    </div>
  )
}

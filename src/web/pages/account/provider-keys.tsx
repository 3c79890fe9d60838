import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Form } from '../../parts/form.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { call } from '../../platform/api.ts'
import { useLive } from '../../platform/live.ts'
import { attempt, bringBack, deleteLater, isHidden, tell } from '../../platform/notices.ts'

const PROVIDERS = { provider_a: 'Anthropic', provider_b: 'OpenAI', provider_c: 'Google Gemini' } as const
type Provider = keyof typeof PROVIDERS

/** The user's own keys of language models: saved, never shown again, tested, removed. */
export function ProviderKeys() {
  const live = useLive('GET /user/byok/status', {}).value
  const status = live.reply?.body
  // One that was removed may be saved again elsewhere.
  useEffect(() => {
    for (const [provider, isThere] of Object.entries(status ?? {})) if (!isThere) bringBack(`key-${provider}`)
  }, [status])
  return (
    <section aria-labelledby="provider-keys">
      <h2 id="provider-keys">Your AI keys</h2>
      <p class="hint">
        They develop ideas into specifications. They are kept encrypted and never shown again.
      </p>
      <Loaded live={live}>
        {({ body }) =>
          (Object.keys(PROVIDERS) as Provider[]).map((provider) => (
            <ProviderKey
              key={provider}
              provider={provider}
              isThere={body[provider] && !isHidden(`key-${provider}`)}
            />
          ))
        }
      </Loaded>
    </section>
  )
}

function ProviderKey({ provider, isThere }: Readonly<{ provider: Provider; isThere: boolean }>) {
  const name = PROVIDERS[provider]
  const save = async (form: HTMLFormElement): Promise<void> => {
    const api_key = String(new FormData(form).get('key'))
    // The former key may still wait for its deletion.
    bringBack(`key-${provider}`)
    const isSaved = await attempt(() =>
      call('PUT /user/byok/:provider', { params: { provider }, body: { api_key } }),
    )
    if (!isSaved) return
    form.reset()
    tell(`The key of ${name} is saved.`)
  }
  const isTesting = useSignal(false)
  const test = async (): Promise<void> => {
    if (isTesting.value) return
    isTesting.value = true
    await attempt(async () => {
      const { valid } = await call('POST /user/byok/:provider/test', { params: { provider } })
      tell(valid ? `${name} accepts the key.` : `${name} refuses the key.`, valid ? 'done' : 'error')
    })
    isTesting.value = false
  }
  if (!isThere) {
    return (
      <Form class="row" onSend={save}>
        <label class="row">
          <span class="name">{name}</span>
          <input name="key" type="password" autocomplete="off" required placeholder="Paste the key" />
        </label>
        <button>Save the key</button>
      </Form>
    )
  }
  return (
    <p class="row">
      <strong class="name">{name}</strong> <span>has a key</span>
      <button
        type="button"
        aria-label={`Test the key of ${name}`}
        aria-disabled={isTesting.value}
        onClick={() => void test()}
      >
        {isTesting.value ? 'Testing …' : 'Test it'}
      </button>
      <button
        type="button"
        aria-label={`Remove the key of ${name}`}
        onClick={() =>
          deleteLater(`key-${provider}`, `The key of ${name} is removed.`, 'DELETE /user/byok/:provider', {
            params: { provider },
          })
        }
      >
        Remove it
      </button>
    </p>
  )
}

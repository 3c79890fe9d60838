import { useSignal } from '@preact/signals'
import { Markdown } from '../../parts/markdown.tsx'
import { When } from '../../parts/when.tsx'
import { useLive } from '../../platform/live.ts'
import { tell } from '../../platform/notices.ts'
import { developed } from '../../platform/develop.ts'

/** The specifications that were made of an idea, and the way to another one, which is shown as it is written. */
export function Specifications({ id }: Readonly<{ id: number }>) {
  const keys = useLive('GET /user/byok/status', {}).value.reply?.body
  const specs = useLive('GET /ideas/:id/specs', { params: { id } }).value
  const writing = useSignal<string | undefined>(undefined)
  const work = useSignal<AbortController | undefined>(undefined)
  const develop = async (): Promise<void> => {
    work.value = new AbortController()
    writing.value = ''
    const refusal = await developed(id, work.value.signal, (piece) => (writing.value += piece))
    if (refusal !== undefined) tell(refusal, 'error')
    work.value = undefined
    writing.value = undefined
    await specs.reload()
  }
  return (
    <section aria-labelledby="specifications">
      <h2 id="specifications">Specifications</h2>
      {work.value === undefined && keys && !Object.values(keys).includes(true) ? (
        <p class="hint">
          A language model can develop the idea into a specification, with a key of yours.{' '}
          <a href="/account#provider-keys">Add your key</a>
        </p>
      ) : work.value === undefined ? (
        <button type="button" onClick={() => void develop()}>
          Develop it into a specification
        </button>
      ) : (
        <div aria-busy="true">
          <p role="status">
            Being written …{' '}
            <button type="button" onClick={() => work.value?.abort()}>
              Stop
            </button>
          </p>
          <Markdown text={writing.value ?? ''} />
        </div>
      )}
      {specs.reply?.body.map((spec) => (
        <details key={spec.id}>
          <summary>
            {spec.model}, <When time={spec.created_at} />
          </summary>
          <Markdown text={spec.spec} />
        </details>
      ))}
    </section>
  )
}

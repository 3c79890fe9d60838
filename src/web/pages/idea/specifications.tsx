import { Loaded } from '../../parts/loaded.tsx'
import { Markdown } from '../../parts/markdown.tsx'
import { When } from '../../parts/when.tsx'
import { develop, writing } from '../../platform/develop.ts'
import { useLive } from '../../platform/live.ts'

/** The specifications that were made of an idea, and the way to another one, which is shown as it is written. */
export function Specifications({ id }: Readonly<{ id: number }>) {
  const keys = useLive('GET /user/byok/status', {}).value
  const specs = useLive('GET /ideas/:id/specs', { params: { id } }).value
  const underWay = writing.at(id)
  return (
    <section aria-labelledby="specifications">
      <h2 id="specifications">Specifications</h2>
      {underWay ? (
        <Written text={underWay.progress ?? ''} stop={underWay.stop} />
      ) : (
        <Loaded live={keys}>
          {({ body }) => <Develop id={id} hasKey={Object.values(body).includes(true)} />}
        </Loaded>
      )}
      <Loaded live={specs}>
        {({ body }) =>
          body.length === 0 ? (
            <p class="hint">There is none yet. Each one is kept here, with the model that wrote it.</p>
          ) : (
            body.map((spec) => (
              <details key={spec.id}>
                <summary>
                  {spec.model}, <When time={spec.created_at} />
                </summary>
                <Markdown text={spec.spec} />
              </details>
            ))
          )
        }
      </Loaded>
    </section>
  )
}

/** Begins a specification, or leads to where a key is saved as long as there is none. */
function Develop({ id, hasKey }: Readonly<{ id: number; hasKey: boolean }>) {
  if (hasKey) {
    return (
      <button type="button" onClick={() => void develop(id)}>
        Develop it into a specification
      </button>
    )
  }
  return (
    <p class="hint">
      A language model can develop the idea into a specification, with a key of yours.{' '}
      <a href="/account#provider-keys">Add your key</a>
    </p>
  )
}

function Written({ text, stop }: Readonly<{ text: string; stop: () => void }>) {
  return (
    <div aria-busy="true">
      <p role="status">
        Being written …{' '}
        <button type="button" onClick={stop}>
          Stop
        </button>
      </p>
      <Markdown text={text} />
    </div>
  )
}

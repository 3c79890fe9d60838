import { Loaded } from '../../parts/loaded.tsx'
import { useOnce } from '../../parts/use-once.ts'
import { When } from '../../parts/when.tsx'
import { useLive } from '../../platform/live.ts'
import { unmerge } from '../../platform/unmerge.ts'

/** As many are shown, the newest: as many as the service gives at once. */
const MOST = 100

/** The ideas that were merged into one; each can be taken out again. */
export function Merges({ id }: Readonly<{ id: number }>) {
  const merges = useLive('GET /ideas/:id/merges', { params: { id }, query: { limit: MOST } }).value
  const { reply, error } = merges
  // Most ideas have none, and no section.
  if (reply === undefined ? error === undefined : reply.body.length === 0) return null
  return (
    <section aria-labelledby="merges">
      <h2 id="merges">Merged into it</h2>
      <Loaded live={merges}>
        {({ body, total }) => (
          <>
            <ul class="plain">
              {body.map(({ absorbed_id: absorbed, title, merged_at: at }) => (
                <li class="row" key={absorbed}>
                  <span dir="auto">{title}</span>
                  {at !== null && <When time={at} />}
                  <Undo survivor={id} absorbed={{ id: absorbed, title }} />
                </li>
              ))}
            </ul>
            {total !== null && total > body.length && (
              <p class="hint">
                The newest {body.length} of {total}.
              </p>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

type UndoProps = Readonly<{ survivor: number; absorbed: Readonly<{ id: number; title: string }> }>

function Undo({ survivor, absorbed }: UndoProps) {
  const undo = useOnce(async () => unmerge(survivor, absorbed))
  return (
    <button type="button" aria-label={`Undo the merge of “${absorbed.title}”`} onClick={() => void undo()}>
      Undo the merge
    </button>
  )
}

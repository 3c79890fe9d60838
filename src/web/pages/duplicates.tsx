import { useSignal } from '@preact/signals'
import { Loaded } from '../parts/loaded.tsx'
import { Markdown } from '../parts/markdown.tsx'
import { PageTitle } from '../parts/page-title.tsx'
import type { Result } from '../platform/api-types.ts'
import { call } from '../platform/api.ts'
import { useLive } from '../platform/live.ts'
import { attempt, deleteLater, hidden, tell } from '../platform/notices.ts'
import { useShortcut } from '../platform/shortcuts.ts'

type Pair = Result<'GET /ideas/duplicates'>['duplicates'][number]

/** Pairs that may be the same idea, one after the other, by keyboard: J and K go, 1 and 2 say which one stays, D dismisses. */
export function DuplicatesPage() {
  const live = useLive('GET /ideas/duplicates', { query: { limit: 100 } }).value
  const at = useSignal(0)
  const pairs = (live.reply?.body.duplicates ?? []).filter(({ id }) => !hidden.value.has(`pair-${id}`))
  const index = Math.min(at.value, Math.max(0, pairs.length - 1))
  useShortcut('j', () => (at.value = Math.min(index + 1, pairs.length - 1)))
  useShortcut('k', () => (at.value = Math.max(index - 1, 0)))
  const pair = pairs[index]
  return (
    <>
      <PageTitle hint="Pairs that may be the same idea. Merging keeps everything of both and can be undone.">
        Duplicates
      </PageTitle>
      <Loaded live={live}>
        {() =>
          pair === undefined ? (
            <p class="empty">Nothing to review. New ideas are compared with all others as they come.</p>
          ) : (
            <>
              <p class="row">
                <button
                  type="button"
                  aria-keyshortcuts="k"
                  disabled={index === 0}
                  onClick={() => (at.value = index - 1)}
                >
                  Before <kbd>K</kbd>
                </button>
                <span>
                  {index + 1} of {pairs.length}
                </span>
                <button
                  type="button"
                  aria-keyshortcuts="j"
                  disabled={index === pairs.length - 1}
                  onClick={() => (at.value = index + 1)}
                >
                  Next <kbd>J</kbd>
                </button>
              </p>
              <PairView key={pair.id} pair={pair} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function PairView({ pair }: Readonly<{ pair: Pair }>) {
  const { id, idea_id: later, duplicate_of_id: earlier, reasons, confidence } = pair
  const dismiss = (): void =>
    deleteLater(`pair-${id}`, 'They are two ideas.', () =>
      call('POST /ideas/duplicates/:id/dismiss', { params: { id } }),
    )
  useShortcut('1', () => merge(earlier, later))
  useShortcut('2', () => merge(later, earlier))
  useShortcut('d', dismiss)
  return (
    <>
      <ul class="reasons">
        {confidence !== null && <li>{Math.round(confidence * 100)} % sure</li>}
        {reasons.map((reason) => (
          <li>{reason}</li>
        ))}
      </ul>
      <div class="pair">
        <Side id={earlier} keys="1" onKeep={() => merge(earlier, later)} />
        <Side id={later} keys="2" onKeep={() => merge(later, earlier)} />
      </div>
      <button type="button" aria-keyshortcuts="d" onClick={dismiss}>
        They are two ideas <kbd>D</kbd>
      </button>
    </>
  )
}

function merge(survivor: number, absorbed: number): void {
  void attempt(async () => {
    await call('POST /ideas/:id/merge', { params: { id: survivor }, body: { absorb_id: absorbed } })
    tell('Merged into one idea.', 'done', () => undo(survivor, absorbed))
  })
}

function undo(survivor: number, absorbed: number): void {
  const body = { absorbed_id: absorbed }
  void attempt(() => call('POST /ideas/:id/unmerge', { params: { id: survivor }, body }))
}

type SideProps = Readonly<{ id: number; keys: string; onKeep: () => void }>

function Side({ id, keys, onKeep }: SideProps) {
  const live = useLive('GET /ideas/:id', { params: { id } }).value
  return (
    <section>
      <Loaded live={live}>
        {({ body: { title, body } }) => (
          <>
            <h2>
              <a href={`/ideas/${id}`}>{title}</a>
            </h2>
            <Markdown text={body} />
            <button type="button" class="main" aria-keyshortcuts={keys} onClick={onKeep}>
              Keep this one, merge the other into it <kbd>{keys}</kbd>
            </button>
          </>
        )}
      </Loaded>
    </section>
  )
}

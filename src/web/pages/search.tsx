import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Choice } from '../parts/choice.tsx'
import { IdeaLine } from '../parts/idea-line.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { PageTitle } from '../parts/page-title.tsx'
import { useLive } from '../platform/live.ts'
import { isHidden } from '../platform/notices.ts'
import { usePaused } from '../platform/paused.ts'

/** As many results are shown. */
const MOST = 50
const MODES = { hybrid: 'by words and meaning', keyword: 'by words', semantic: 'by meaning' } as const
const MODE_NAMES = Object.keys(MODES) as (keyof typeof MODES)[]

/** Search as you type: by words, by meaning, or both. */
export function SearchPage() {
  const { query, route } = useLocation()
  const field = useRef<HTMLInputElement>(null)
  const { q = '' } = query
  const typed = useSignal(q)
  const asked = useRef(q)
  const paused = usePaused(typed.value)
  const mode = MODE_NAMES.find((one) => one === query['mode']) ?? 'hybrid'
  const words = q.trim()
  const go = (change: Record<string, string>, isReplaced = true): void =>
    route(`/search?${new URLSearchParams({ ...query, ...change })}`, isReplaced)
  const isKept = useRef(false)
  /** What is typed next is another step of the history. */
  const keep = (): void => {
    asked.current = typed.value
    if (typed.value !== q) go({ q: typed.value }, !isKept.current)
    isKept.current = true
  }
  useEffect(() => {
    if (paused.trim() === words) return
    asked.current = paused
    go({ q: paused }, !isKept.current)
    isKept.current = false
  }, [paused])
  useEffect(() => {
    // Somebody else than this field changed the address, as the palette does.
    if (q !== asked.current) typed.value = q
    asked.current = q
  }, [q])
  // After the heading, which every page focuses: who opens the search types.
  useLayoutEffect(() => field.current?.focus(), [])
  const live = useLive(
    'GET /ideas/search',
    words === '' ? undefined : { query: { q: words, mode, limit: MOST } },
  ).value
  return (
    <>
      <PageTitle>Search</PageTitle>
      <div class="row filters">
        <input
          ref={field}
          type="search"
          class="wide"
          aria-label="Search your ideas"
          placeholder="What is it about?"
          value={typed.value}
          onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.isComposing) keep()
          }}
        />
        <Choice
          label="Search by"
          value={mode}
          options={Object.entries(MODES)}
          onChange={(next) => go({ mode: next })}
        />
      </div>
      {words === '' ? (
        <p class="empty">Type what you look for: its words, or what it is about in other words.</p>
      ) : (
        <Loaded live={live}>
          {({ body: { results } }) =>
            live.isCurrent && results.length === 0 ? (
              <p class="empty">Nothing is like “{words}”. Try other words, or search by meaning.</p>
            ) : (
              <ul class="lines">
                {results.map((idea) =>
                  isHidden(`idea-${idea.id}`) ? null : (
                    <IdeaLine
                      key={idea.id}
                      idea={idea}
                      snippet={<Marked text={idea.snippet} words={words} />}
                      why={`found by ${idea.matched.map(nameOf).join(' and ')}`}
                    />
                  ),
                )}
                {results.length === MOST && (
                  <li class="hint">These are the first {MOST}. Say more of what you look for.</li>
                )}
              </ul>
            )
          }
        </Loaded>
      )}
    </>
  )
}

function nameOf(how: 'keyword' | 'semantic'): string {
  return how === 'keyword' ? 'its words' : 'its meaning'
}

/** A text with the words of a search marked where they begin a word. */
function Marked({ text, words }: Readonly<{ text: string; words: string }>) {
  const wanted = words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const parts = text.split(/([\p{L}\p{N}]+)/u)
  return (
    <>
      {parts.map((part) =>
        wanted.some((word) => part.toLowerCase().startsWith(word)) ? <mark>{part}</mark> : part,
      )}
    </>
  )
}

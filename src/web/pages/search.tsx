import { useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { IdeaLine } from '../parts/idea-line.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { PageTitle } from '../parts/page-title.tsx'
import { useLive } from '../platform/live.ts'

const MODES = { hybrid: 'words and meaning', keyword: 'words', semantic: 'meaning' } as const
type Mode = keyof typeof MODES
/** A search waits until nothing was typed for so long. */
const PAUSE_MS = 200

/** Search as you type: by words, by meaning, or both. */
export function SearchPage() {
  const { query, route } = useLocation()
  const field = useRef<HTMLInputElement>(null)
  const typed = useSignal(query['q'] ?? '')
  const mode = (query['mode'] ?? 'hybrid') as Mode
  const words = (query['q'] ?? '').trim()
  const go = (change: Record<string, string>): void =>
    route(`/search?${new URLSearchParams({ ...query, ...change })}`, true)
  useSignalEffect(() => {
    const { value } = typed
    const timer = setTimeout(() => {
      if (value.trim() !== words) go({ q: value })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  })
  // After the heading, which every page focuses: who opens the search types.
  useEffect(() => field.current?.focus(), [])
  const live = useLive(
    'GET /ideas/search',
    words === '' ? undefined : { query: { q: words, mode, limit: 50 } },
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
        />
        <select
          aria-label="By what"
          value={mode}
          onChange={({ currentTarget }) => go({ mode: currentTarget.value })}
        >
          {Object.entries(MODES).map(([value, name]) => (
            <option value={value}>by {name}</option>
          ))}
        </select>
      </div>
      {words === '' ? (
        <p class="empty">Type what you look for: its words, or what it is about in other words.</p>
      ) : (
        <Loaded live={live}>
          {({ body: { results } }) =>
            results.length === 0 ? (
              <p class="empty">Nothing is like “{words}”. Try other words, or search by meaning.</p>
            ) : (
              <ul class="lines">
                {results.map((idea) => (
                  <IdeaLine
                    key={idea.id}
                    idea={idea}
                    snippet={<Marked text={idea.snippet} words={words} />}
                    why={`found by ${idea.matched.map(nameOf).join(' and ')}`}
                  />
                ))}
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

import type { Result } from '../platform/api-types.ts'
import { useLive } from '../platform/live.ts'
import { isHidden } from '../platform/notices.ts'
import { usePaused } from '../platform/paused.ts'

type Found = Result<'GET /ideas/search'>['results'][number]

/** The ideas that have the words of a field: none of other words, so undefined until typing has paused and the answer is there. */
export function useFoundIdeas(words: string): readonly Found[] | undefined {
  const asked = usePaused(words)
  const search = { query: { q: asked, mode: 'keyword' as const, limit: 8 } }
  const { reply, isCurrent } = useLive('GET /ideas/search', asked === '' ? undefined : search).value
  if (asked !== words || !isCurrent) return undefined
  return reply?.body.results.filter(({ id }) => !isHidden(`idea-${id}`))
}

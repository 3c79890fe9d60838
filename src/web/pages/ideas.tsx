import { useEffect, useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { openCapture } from '../parts/capture.tsx'
import { Choice } from '../parts/choice.tsx'
import { IdeaLine } from '../parts/idea-line.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { PageTitle } from '../parts/page-title.tsx'
import { Pager } from '../parts/pager.tsx'
import { STATUSES, type Status } from '../parts/statuses.tsx'
import { TagInput } from '../parts/tag-input.tsx'
import { useLive } from '../platform/live.ts'
import { isHidden } from '../platform/notices.ts'
import { BulkBar } from './ideas-bulk.tsx'
import { useChosen } from './ideas-chosen.ts'

const SIZE = 20
const SORTS = {
  '-created_at': 'newest first',
  '-updated_at': 'last changed',
  created_at: 'oldest first',
  title: 'by title',
} as const
const SORT_NAMES = Object.keys(SORTS) as (keyof typeof SORTS)[]

/** The ideas, by status and tags; several can be chosen and changed at once. */
export function IdeasPage() {
  const { url, route } = useLocation()
  const query = new URL(url, location.origin).searchParams
  const status = STATUSES.find((one) => one === query.get('status'))
  const tag = query.getAll('tag')
  const sort = SORT_NAMES.find((one) => one === query.get('sort')) ?? '-created_at'
  const page = Number(query.get('page')?.match(/^\d{1,9}$/)?.[0] ?? 0)
  const counts = useLive('GET /ideas/counts', { query: { tag } }).value.reply?.body
  const list = useLive('GET /ideas', {
    query: { tag, ...(status && { status }), sort, limit: SIZE, offset: page * SIZE },
  }).value
  const at = (change: Record<string, string | readonly string[]>): string => {
    const next = new URLSearchParams(query)
    for (const name of ['page', ...Object.keys(change)]) next.delete(name)
    for (const [name, value] of Object.entries(change)) {
      for (const one of [value].flat()) next.append(name, one)
    }
    return next.size === 0 ? '/' : `/?${next}`
  }
  const reply = list.isCurrent ? list.reply : undefined
  const shown = useMemo(() => reply?.body.map(({ id }) => id), [reply])
  const chosen = useChosen(url, shown)
  // Without those that are being deleted.
  const ideas = list.reply?.body.filter(({ id }) => !isHidden(`idea-${id}`)) ?? []
  const total = (list.reply?.total ?? 0) - (list.reply?.body.length ?? 0) + ideas.length
  const last = Math.max(0, Math.ceil(total / SIZE) - 1)
  useEffect(() => {
    if (reply !== undefined && page > last) route(at({ page: String(last) }), true)
  }, [reply, page, last])
  return (
    <>
      <PageTitle>Ideas</PageTitle>
      <div class="row filters">
        <StatusFilter
          chosen={status}
          counts={counts?.by_status}
          total={counts?.total}
          to={(one) => at({ status: one ?? [] })}
        />
        <TagInput label="Filter by tag" tags={tag} onChange={(next) => route(at({ tag: next }))} />
        <Choice
          label="Order"
          value={sort}
          options={Object.entries(SORTS)}
          onChange={(next) => route(at({ sort: next }))}
        />
      </div>
      <BulkBar
        ids={chosen.ids}
        onAll={() => chosen.add(ideas.map(({ id }) => id))}
        onNone={() => chosen.remove(chosen.ids)}
        onDone={chosen.remove}
      />
      <Loaded live={list}>
        {() =>
          total === 0 ? (
            <Empty isFiltered={status !== undefined || tag.length > 0} />
          ) : (
            <>
              <ul class="lines">
                {ideas.map((idea) => (
                  <IdeaLine key={idea.id} idea={idea}>
                    <input
                      type="checkbox"
                      aria-label={`Choose ${idea.title}`}
                      checked={chosen.ids.includes(idea.id)}
                      onChange={({ currentTarget }) =>
                        currentTarget.checked ? chosen.add([idea.id]) : chosen.remove([idea.id])
                      }
                    />
                  </IdeaLine>
                ))}
              </ul>
              <Pager page={page} size={SIZE} total={total} onGo={(one) => route(at({ page: String(one) }))} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

type FilterProps = Readonly<{
  chosen: Status | undefined
  counts: Readonly<Record<Status, number>> | undefined
  total: number | undefined
  to: (status: Status | undefined) => string
}>

function StatusFilter({ chosen, counts, total, to }: FilterProps) {
  return (
    <nav class="row statuses" aria-label="Status">
      <a href={to(undefined)} class="status" aria-current={chosen === undefined ? 'true' : undefined}>
        all <span class="count">{total}</span>
      </a>
      {STATUSES.map((status) => (
        <a href={to(status)} class={`status ${status}`} aria-current={chosen === status ? 'true' : undefined}>
          {status} <span class="count">{counts?.[status]}</span>
        </a>
      ))}
    </nav>
  )
}

function Empty({ isFiltered }: Readonly<{ isFiltered: boolean }>) {
  if (isFiltered) {
    return (
      <div class="empty">
        <p>
          No idea is like that. <a href="/">Show all</a>
        </p>
      </div>
    )
  }
  return (
    <div class="empty">
      <p>There is no idea yet. Write down the first one: a title is enough.</p>
      <button type="button" class="main" onClick={openCapture}>
        Capture an idea
      </button>
    </div>
  )
}

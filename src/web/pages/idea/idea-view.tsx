import { useLocation } from 'preact-iso'
import { PageTitle } from '../../parts/page-title.tsx'
import { StatusSelect } from '../../parts/statuses.tsx'
import { When } from '../../parts/when.tsx'
import type { ApiError } from '../../platform/api-error.ts'
import { call } from '../../platform/api.ts'
import { dropDraft } from '../../platform/drafts.ts'
import { attempt, deleteLater } from '../../platform/notices.ts'
import { Attachments } from './attachments.tsx'
import type { Idea } from './idea.ts'
import { Links } from './links.tsx'
import { Merges } from './merges.tsx'
import { Relations } from './relations.tsx'
import { Specifications } from './specifications.tsx'
import { IdeaTags } from './tags.tsx'
import { IdeaText } from './text.tsx'

type Props = Readonly<{
  idea: Idea
  etag: string
  /** Why the idea is not there any more: only what was typed of it is shown. */
  gone: ApiError | undefined
}>

/** All that belongs to an idea. */
export function IdeaView({ idea, etag, gone }: Props) {
  return (
    <article class="idea">
      <PageTitle>{idea.title}</PageTitle>
      {!gone && (
        <>
          <Facts idea={idea} />
          <IdeaTags idea={idea} />
        </>
      )}
      <IdeaText idea={idea} etag={etag} gone={gone} />
      {!gone && (
        <>
          <Relations idea={idea} />
          <Links idea={idea} />
          <Attachments idea={idea} />
          <Merges id={idea.id} />
          <Specifications id={idea.id} />
        </>
      )}
    </article>
  )
}

/** What is known of an idea beside its text, and the way to delete it. */
function Facts({ idea }: Readonly<{ idea: Idea }>) {
  const { route } = useLocation()
  const { id, title, status, source_url: source } = idea
  const remove = (): void => {
    deleteLater(`idea-${id}`, `“${title}” is deleted.`, 'DELETE /ideas/:id', { params: { id } }, () =>
      dropDraft(`idea-${id}`),
    )
    route('/')
  }
  return (
    <p class="row facts">
      <StatusSelect
        value={status}
        onChange={(next) =>
          attempt(() => call('PATCH /ideas/:id', { params: { id }, body: { status: next } }))
        }
      />
      <span>
        captured <When time={idea.created_at} />, changed <When time={idea.updated_at} />
      </span>
      {source !== null && (
        <a href={source} rel="noreferrer noopener" target="_blank">
          Source
        </a>
      )}
      {idea.processing && <span class="hint">Being compared with your other ideas …</span>}
      <button type="button" class="quiet" onClick={remove}>
        Delete
      </button>
    </p>
  )
}

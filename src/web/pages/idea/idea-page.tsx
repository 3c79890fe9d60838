import { useRoute } from 'preact-iso'
import { Loaded } from '../../parts/loaded.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { ApiError } from '../../platform/api-error.ts'
import { useDraft } from '../../platform/drafts.ts'
import { useLive } from '../../platform/live.ts'
import { isHidden } from '../../platform/notices.ts'
import { IdeaView } from './idea-view.tsx'
import { IdeaText } from './text.tsx'

/** The service has it for the ten seconds in which that can be undone. */
const DELETED = { reply: undefined, error: new ApiError(404, { error: 'This idea is deleted.' }) }

/** An idea, whose id is in the address. */
export function IdeaPage() {
  const { id = '' } = useRoute().params
  return <OneIdea key={id} id={id} />
}

/** An idea; of one that is not there any more, what was typed of it. */
function OneIdea({ id }: Readonly<{ id: string }>) {
  const answered = useLive('GET /ideas/:id', { params: { id } }).value
  const live = isHidden(`idea-${id}`) ? { ...answered, ...DELETED } : answered
  const { isKept } = useDraft(`idea-${id}`, {})
  const isGone = live.error?.status === 404
  const gone = isKept && isGone ? live.error : undefined
  return (
    <>
      {live.reply === undefined && <PageTitle>{isGone ? 'No such idea' : 'Idea'}</PageTitle>}
      {gone && live.reply === undefined ? (
        <IdeaText idea={{ id: Number(id), title: '', body: '' }} etag="" gone={gone} />
      ) : (
        <Loaded live={gone ? { ...live, error: undefined } : live}>
          {({ body, etag }) => <IdeaView idea={body} etag={etag ?? ''} gone={gone} />}
        </Loaded>
      )}
    </>
  )
}

import { useRoute } from 'preact-iso'
import { Loaded } from '../../parts/loaded.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useDraft } from '../../platform/drafts.ts'
import { useLive } from '../../platform/live.ts'
import { IdeaView } from './idea-view.tsx'
import { IdeaText } from './text.tsx'

/** An idea, whose id is in the address; of one that is not there any more, what was typed of it. */
export function IdeaPage() {
  const { id = '' } = useRoute().params
  const live = useLive('GET /ideas/:id', { params: { id } }).value
  const { isKept } = useDraft(`idea-${id}`, {})
  const isGone = live.error?.status === 404
  const gone = isKept && isGone ? live.error : undefined
  return (
    <>
      {live.reply === undefined && <PageTitle>{isGone ? 'No such idea' : 'Idea'}</PageTitle>}
      {gone && live.reply === undefined ? (
        <IdeaText key={id} idea={{ id: Number(id), title: '', body: '' }} etag="" gone={gone} />
      ) : (
        <Loaded live={gone ? { ...live, error: undefined } : live}>
          {({ body, etag }) => <IdeaView key={id} idea={body} etag={etag ?? ''} gone={gone} />}
        </Loaded>
      )}
    </>
  )
}

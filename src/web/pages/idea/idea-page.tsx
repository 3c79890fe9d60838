import { useRoute } from 'preact-iso'
import { Loaded } from '../../parts/loaded.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useLive } from '../../platform/live.ts'
import { IdeaView } from './idea-view.tsx'

/** An idea, whose id is in the address. */
export function IdeaPage() {
  const { id = '' } = useRoute().params
  const live = useLive('GET /ideas/:id', { params: { id } }).value
  return (
    <>
      {live.reply === undefined && (
        <PageTitle>{live.error?.status === 404 ? 'No such idea' : 'Idea'}</PageTitle>
      )}
      <Loaded live={live}>{({ body, etag }) => <IdeaView key={id} idea={body} etag={etag ?? ''} />}</Loaded>
    </>
  )
}

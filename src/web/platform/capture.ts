import { request } from './api.ts'
import { keepDraft, type Draft } from './drafts.ts'
import { announceChange } from './live.ts'
import { tell } from './notices.ts'

type Typed = Readonly<{ title: string; body: string; tags?: readonly string[] }>

/**
 * Makes an idea of what was typed, with `force` even if there is an equal one; its id. What was typed since is kept for the page
 * of the new idea. @throws ApiError, the reason of `signal`
 */
export async function capture<T extends Typed>(
  draft: Draft<T>,
  force: boolean,
  signal?: AbortSignal,
): Promise<number> {
  const { title, body: text, tags = [] } = draft.value
  const idea = { title, body: text, tags: [...tags] }
  const { body, etag } = await request('POST /ideas', { body: idea, query: { force } }, signal && { signal })
  const typedSince = draft.settle(draft.value)
  if (typedSince !== undefined) {
    const was = [body.title, body.body]
    keepDraft(`idea-${body.id}`, { title: typedSince.title, body: typedSince.body, etag: etag ?? '', was })
    draft.drop()
  }
  announceChange()
  tell(
    typedSince === undefined
      ? `Captured “${title}”.`
      : `Captured “${title}”. What you typed since is not saved yet: go on editing it.`,
  )
  return body.id
}

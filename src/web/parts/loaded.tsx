import type { ComponentChildren } from 'preact'
import type { ApiError } from '../platform/api-error.ts'

type Props<Reply> = Readonly<{
  live: Readonly<{ reply: Reply | undefined; error: ApiError | undefined; reload: () => Promise<void> }>
  children: (reply: Reply) => ComponentChildren
}>

/**
 * Shows an answer, that it is still awaited, or why there is none, with a way to try again or to go on. An answer stays below
 * the reason why a later one fails, unless what it shows is not there any more.
 */
export function Loaded<Reply>({ live: { reply, error, reload }, children }: Props<Reply>) {
  if (reply !== undefined && error?.status !== 404) {
    return (
      <>
        {error && (
          <p class="warning row" role="status">
            What is shown may be out of date: {error.message}
            <TryAgain reload={reload} />
          </p>
        )}
        {children(reply)}
      </>
    )
  }
  if (error === undefined) {
    return (
      <p class="loading" role="status">
        Loading …
      </p>
    )
  }
  return (
    <div class="empty" role="alert">
      <p>{error.message}</p>
      {error.status === 404 ? (
        <Elsewhere survivor={error.body.merged_into ?? undefined} />
      ) : (
        <TryAgain reload={reload} />
      )}
    </div>
  )
}

function TryAgain({ reload }: Readonly<{ reload: () => Promise<void> }>) {
  return (
    <button type="button" onClick={() => void reload()}>
      Try again
    </button>
  )
}

/** Where to go from what is not there: an idea that was merged is a part of another. */
export function Elsewhere({ survivor }: Readonly<{ survivor: number | undefined }>) {
  if (survivor === undefined) return <a href="/">To your ideas</a>
  return <a href={`/ideas/${survivor}`}>To the idea into which it was merged</a>
}

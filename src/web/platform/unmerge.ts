import { call } from './api.ts'
import { attempt, tell } from './notices.ts'

/** Takes an idea out of the one into which it was merged, and tells what could not be restored; whether it was done. */
export async function unmerge(
  survivor: number,
  absorbed: Readonly<{ id: number; title: string }>,
): Promise<boolean> {
  const params = { id: survivor }
  const body = { absorbed_id: absorbed.id }
  return attempt(async () => {
    const { not_restored: lost } = await call('POST /ideas/:id/unmerge', { params, body })
    tell(
      [`“${absorbed.title}” is an idea of its own again.`, ...lost.map(({ message }) => message)].join(' '),
    )
  })
}

import type { Actor } from '../actor.ts'
import { Problem, type ProblemCode } from '../problems.ts'

/** Where credentials of one kind are kept. */
type Dependencies = Readonly<{
  hashOf: (userId: string, id: string) => Promise<string | undefined>
  /** Ends credentials on every replica before it returns. @throws Problem `service_unavailable` */
  bury: (hashes: readonly string[]) => Promise<void>
  remove: (userId: string, id: string) => Promise<unknown>
  notFound: ProblemCode
}>

/**
 * Ends a credential for good, refused everywhere when this returns. It may end itself; nothing else may but a session.
 * @throws Problem `notFound`, `session_required`, `service_unavailable`
 */
export async function revoke(
  actor: Actor,
  id: string,
  { hashOf, bury, remove, notFound }: Dependencies,
): Promise<void> {
  if (actor.kind !== 'session' && actor.credentialId !== id) throw new Problem('session_required')
  const hash = await hashOf(actor.userId, id)
  if (hash === undefined) throw new Problem(notFound)
  await bury([hash])
  await remove(actor.userId, id)
}

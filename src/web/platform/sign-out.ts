import { deleteNow, tell } from './notices.ts'
import { leave, session } from './session.ts'

/** Signs out, after what is being deleted is deleted. If that fails it is told, and the session goes on. */
export async function signOut(): Promise<void> {
  // After its end they would wait for the next one.
  if (session.value !== 'ended') await deleteNow()
  const refusal = await leave()
  if (refusal !== undefined) tell(refusal, 'error')
}

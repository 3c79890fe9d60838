import { hasDrafts } from './drafts.ts'
import { deleteNow, tell } from './notices.ts'
import { leave, session } from './session.ts'

/** Signs out, after what is being deleted is deleted, and asks before what was typed is lost. If it fails it is told, and the session goes on. */
export async function signOut(): Promise<void> {
  if (hasDrafts() && !confirm('What you typed and did not save is lost. Sign out?')) return
  // After its end they would wait for the next one.
  if (session.value !== 'ended') await deleteNow()
  const refusal = await leave()
  if (refusal !== undefined) tell(refusal, 'error')
}

import { hasDrafts } from './drafts.ts'
import { session } from './session.ts'
import { isWorking } from './work.ts'

/** From now on the browser asks before it closes a tab in which something typed is not sent, or long work is under way. */
export function askBeforeLeaving(): void {
  addEventListener('beforeunload', (event) => {
    if (session.value !== 'nobody' && (hasDrafts() || isWorking())) event.preventDefault()
  })
}

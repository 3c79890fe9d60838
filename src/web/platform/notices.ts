import { effect, signal } from '@preact/signals'
import { ApiError } from './api-error.ts'
import type { Input, Route } from './api-types.ts'
import { beforeEachWrite, request } from './api.ts'
import { announceChange } from './live.ts'
import { session } from './session.ts'

/** A message at the edge of the page; `undo` takes back what it tells. */
export type Notice = Readonly<{ id: number; text: string; kind: 'done' | 'error'; undo?: () => void }>

/** How long something deleted can be brought back, and how long other messages stay that are no errors. */
const UNDO_MS = 10_000
const STAYS_MS = 6_000
let made = 0

/** The messages of all pages. */
export const notices = signal<readonly Notice[]>([])

/** Takes a message away. */
export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id)
}

/** Tells something for some seconds, an error until it is closed; the id of the message. */
export function tell(text: string, kind: Notice['kind'] = 'done', undo?: () => void): number {
  return session.peek() === 'nobody' ? 0 : tellAnybody(text, kind, undo)
}

/** Tells something that names nothing of an account, also to who has just left. */
export function tellAnybody(text: string, kind: Notice['kind'] = 'done', undo?: () => void): number {
  made += 1
  const id = made
  const others = notices.value.filter((notice) => kind === 'done' || notice.text !== text)
  notices.value = [...others, { id, text, kind, ...(undo && { undo }) }]
  if (kind === 'done') setTimeout(() => dismiss(id), undo === undefined ? STAYS_MS : UNDO_MS)
  return id
}

/** Tells why something failed, after what it was where that is not plain. */
export function tellError(error: unknown, what = ''): void {
  const why = error instanceof ApiError ? error.message : 'Something went wrong in this page. Load it again.'
  tell(`${what} ${why}`.trim(), 'error')
  if (!(error instanceof ApiError)) reportError(error)
}

/** Does something that changes the service; what fails is told. True if it was done. */
export async function attempt(work: () => Promise<unknown>, what?: string): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    tellError(error, what)
    return false
  } finally {
    announceChange()
  }
}

/** Deletions that have not begun, by their keys. */
const pending = new Map<string, () => Promise<void>>()
/** Deletions that are sent, and not answered yet. */
const underWay = new Set<Promise<boolean>>()
/** The keys of what is hidden because it is being deleted. */
const hidden = signal<ReadonlySet<string>>(new Set())

/**
 * Hides something at once, and deletes it after ten seconds in which the deletion can be undone. Leaving the page deletes it at
 * once, and so do the next change of something else and long work: what is done later must find it gone.
 */
export function deleteLater<R extends Route>(
  key: string,
  text: string,
  route: R,
  input: Input<R>,
  onDone?: () => void,
): void {
  hidden.value = new Set([...hidden.value, key])
  const notice = tell(text, 'done', () => bringBack(key))
  const run = async (): Promise<void> => {
    if (pending.get(key) !== run) return
    pending.delete(key)
    dismiss(notice)
    const removed = attempt(
      async () => request(route, input, { flushes: false }),
      `This failed and was taken back: ${text}`,
    )
    underWay.add(removed)
    if (await removed) onDone?.()
    else bringBack(key)
    underWay.delete(removed)
  }
  pending.set(key, run)
  setTimeout(() => void run(), UNDO_MS)
}

/** Whether something, or what it hangs on, is hidden because it is being deleted. */
export function isHidden(...keys: readonly string[]): boolean {
  return keys.some((key) => hidden.value.has(key))
}

/** Shows again what was hidden; a deletion that has not begun does not happen. */
export function bringBack(key: string): void {
  pending.delete(key)
  hidden.value = new Set([...hidden.value].filter((one) => one !== key))
}

/** Does now what waits for its ten seconds, and waits until it is done. */
export async function deleteNow(): Promise<void> {
  for (const run of pending.values()) void run()
  await Promise.all(underWay)
}

beforeEachWrite(deleteNow)
addEventListener('pagehide', () => void deleteNow())

// Messages may name what only who has left may see, and the next user must not delete what that one did.
effect(() => {
  if (session.value !== 'nobody') return
  notices.value = []
  pending.clear()
  hidden.value = new Set()
})

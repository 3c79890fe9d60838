import { signal } from '@preact/signals'
import { ApiError } from './api-error.ts'
import { announceChange } from './live.ts'

/** A message at the edge of the page; `undo` takes back what it tells. */
export type Notice = Readonly<{ id: number; text: string; kind: 'done' | 'error'; undo?: () => void }>

/** How long something deleted can be brought back, and how long other messages stay. */
const UNDO_MS = 10_000
const STAYS_MS = 6_000
let made = 0

/** The messages of all pages. */
export const notices = signal<readonly Notice[]>([])

/** Takes a message away. */
export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id)
}

/** Tells something for some seconds. */
export function tell(text: string, kind: Notice['kind'] = 'done', undo?: () => void): number {
  made += 1
  const id = made
  notices.value = [...notices.value, { id, text, kind, ...(undo && { undo }) }]
  setTimeout(() => dismiss(id), undo === undefined ? STAYS_MS : UNDO_MS)
  return id
}

/** Tells why something failed. */
export function tellError(error: unknown): void {
  tell(
    error instanceof ApiError ? error.message : 'Something went wrong in this page. Load it again.',
    'error',
  )
  if (!(error instanceof ApiError)) reportError(error)
}

/** Does something that changes the service; what fails is told. True if it was done. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    tellError(error)
    return false
  } finally {
    announceChange()
  }
}

const pending = new Set<() => Promise<unknown>>()
/** The keys of what is hidden because it is being deleted. */
export const hidden = signal<ReadonlySet<string>>(new Set())

/**
 * Hides something at once, and deletes it after ten seconds in which the deletion can be undone. Leaving the page deletes it at
 * once.
 */
export function deleteLater(key: string, text: string, remove: () => Promise<unknown>): void {
  hidden.value = new Set([...hidden.value, key])
  const show = (): void => {
    hidden.value = new Set([...hidden.value].filter((one) => one !== key))
  }
  const run = async (): Promise<void> => {
    if (!pending.delete(run)) return
    clearTimeout(timer)
    if (!(await attempt(remove))) show()
  }
  const timer = setTimeout(() => void run(), UNDO_MS)
  pending.add(run)
  tell(text, 'done', () => {
    pending.delete(run)
    clearTimeout(timer)
    show()
  })
}

addEventListener('pagehide', () => {
  for (const run of pending) void run()
})

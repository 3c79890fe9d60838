import { signal } from '@preact/signals'
import { fromNow } from './amounts.ts'
import { ApiError, type ErrorBody } from './api-error.ts'
import type { Result } from './api-types.ts'
import { connection } from './connection.ts'
import { dropDrafts } from './drafts.ts'

/** Who is signed in: not known yet, nobody, or somebody whose session has ended and who is asked for the password again. */
type Session = 'unknown' | 'nobody' | 'ended' | Result<'GET /user/me'>

/** The session of this browser. */
export const session = signal<Session>('unknown')

/** All tabs share when the token ends, milliseconds since 1970. */
const ENDS_AT = 'ideas-session-ends-at'
/** A token is renewed this long before its end. */
const AHEAD_MS = 20 * 60_000
const LOOKS_EVERY_MS = 60_000
/** Other tabs read a change of `localStorage` only a while after it was made (HTML has no mutex for it): at most this long, milliseconds. */
const PROPAGATES_MS = 2000
const WAIT_S = 2

const UNREACHABLE = 'The service cannot be reached. Check the network and try again.'

/** Whose the session is, or was before it ended. */
let owner: Result<'GET /user/me'> | undefined
let waiting: Readonly<{ resume: () => void; refuse: (error: ApiError) => void }>[] = []

/** The e-mail address of whose the session is, or was before it ended. */
export function ownersEmail(): string {
  return owner?.email ?? ''
}

/** Asks the user to sign in, and waits for it. @throws ApiError if they leave instead, the reason of `abort` */
export async function signedInAgain(abort?: AbortSignal): Promise<void> {
  session.value = session.value === 'unknown' || session.value === 'nobody' ? 'nobody' : 'ended'
  await new Promise<void>((resume, refuse) => {
    waiting.push({ resume, refuse })
    abort?.addEventListener('abort', () => refuse(abort.reason as Error), { once: true })
  })
}

/** Signs in or up; undefined, or what speaks against it. */
export async function enter(
  kind: 'sign-in' | 'sign-up',
  email: string,
  password: string,
): Promise<string | undefined> {
  const response = await post(`/api/v1/auth/${kind}`, { email, password }).catch(() => undefined)
  if (response === undefined) return UNREACHABLE
  if (!response.ok) return said(response)
  await keepEnd(response)
  await load()
  return undefined
}

/** Ends the session in all tabs; undefined, or why it still goes on. */
export async function leave(): Promise<string | undefined> {
  const response = await post('/api/v1/auth/sign-out').catch(() => undefined)
  if (response === undefined) return UNREACHABLE
  if (!response.ok && response.status !== 401) return said(response)
  forget()
  return undefined
}

/** Ends what a user began in all tabs: what waits for them is refused, what they typed goes. */
export function forget(): void {
  localStorage.removeItem(ENDS_AT)
  session.value = 'nobody'
  dropDrafts()
  for (const { refuse } of taken()) refuse(new ApiError(401, { error: 'You have signed out.' }))
}

/** Finds out who is signed in, and keeps the session alive from now on: one tab renews it for all. */
export async function startSession(): Promise<void> {
  // Also where no sign-in was seen here: one for the consent to an app leaves only the cookie.
  await load()
  void renew().catch(() => undefined)
  setInterval(() => void renew().catch(() => undefined), LOOKS_EVERY_MS)
  addEventListener('storage', ({ key, newValue }) => {
    if (key === ENDS_AT && newValue === null) forget()
    else if (key === ENDS_AT) void load()
  })
  // A sign-in for the consent to an app changes the session of all tabs and tells none.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && typeof session.value === 'object')
      void whoAmI().then(isTold)
  })
}

/** Finds out who is signed in; waits until the service can tell. */
async function load(): Promise<void> {
  for (;;) {
    const response = await whoAmI()
    if (await isTold(response)) return
    await connection.waits(response === undefined ? 'away' : 'busy', WAIT_S)
  }
}

async function whoAmI(): Promise<Response | undefined> {
  return fetch('/api/v1/user/me').catch(() => undefined)
}

/** Goes on as whom an answer names; whether it tells at all. */
async function isTold(response: Response | undefined): Promise<boolean> {
  if (response?.ok !== true && response?.status !== 401) return false
  connection.good()
  if (response.ok) enterAs((await response.json()) as Result<'GET /user/me'>)
  else if (session.value === 'unknown') session.value = 'nobody'
  return true
}

/** Goes on as a user. Of another one than before nothing may stay in the page. */
function enterAs(user: Result<'GET /user/me'>): void {
  if (owner !== undefined && owner.id !== user.id) {
    dropDrafts()
    session.value = 'nobody'
    location.assign('/')
    return
  }
  owner = user
  session.value = user
  for (const { resume } of taken()) resume()
}

function taken(): typeof waiting {
  const all = waiting
  waiting = []
  return all
}

async function renew(): Promise<void> {
  if (typeof session.value === 'string' || !isDue()) return
  await navigator.locks.request('ideas-session', async () => {
    if (!isDue()) return
    const response = await post('/api/v1/auth/refresh')
    if (!response.ok) return
    await keepEnd(response)
    await new Promise((resolve) => setTimeout(resolve, PROPAGATES_MS))
  })
}

function isDue(): boolean {
  return Number(localStorage.getItem(ENDS_AT) ?? 0) - Date.now() < AHEAD_MS
}

async function keepEnd(response: Response): Promise<void> {
  const { expires_at } = (await response.json()) as { expires_at: string }
  localStorage.setItem(ENDS_AT, String(Date.parse(expires_at)))
}

async function post(url: string, body?: object): Promise<Response> {
  const json = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  return fetch(url, { method: 'POST', ...json })
}

async function said(response: Response): Promise<string> {
  const { status, headers } = response
  if (status === 429)
    return `Too many tries. Try again ${fromNow(Number(headers.get('Retry-After')) * 1_000)}.`
  const body = (await response.json().catch(() => ({ error: `Error ${status}` }))) as ErrorBody
  return new ApiError(status, body).message
}

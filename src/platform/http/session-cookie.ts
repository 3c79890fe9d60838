import { KNOWN } from '../limits/attempts.ts'

/** The session cookie; its prefix binds it to this host and to TLS (RFC 6265bis). */
export const SESSION_COOKIE = '__Host-session'

const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax'

/** The `Set-Cookie` value that stores a token for the time that is left of it. */
export function keepSession(token: string, leftMs: number): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1000))
  return `${SESSION_COOKIE}=${token}; ${ATTRIBUTES}; Max-Age=${seconds}`
}

/** The `Set-Cookie` value that removes the token. */
export const DROP_SESSION = `${SESSION_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`

/** The token in a `Cookie` header; invalid if there are several different ones. */
export function sessionIn(cookies: string | undefined): string | undefined {
  return cookieIn(cookies, SESSION_COOKIE)
}

/** Recognises a browser that signed in before; it is no credential. */
const BROWSER_COOKIE = '__Host-browser'

/** The `Set-Cookie` value that stores the id of the browser for as long as it is known. */
export function keepBrowser(id: string): string {
  return `${BROWSER_COOKIE}=${id}; ${ATTRIBUTES}; Max-Age=${KNOWN.days * 86_400}`
}

/** The id of the browser in a `Cookie` header. */
export function browserIn(cookies: string | undefined): string | undefined {
  const id = cookieIn(cookies, BROWSER_COOKIE)
  return id !== undefined && /^[\w-]{22}$/.test(id) ? id : undefined
}

function cookieIn(cookies: string | undefined, name: string): string | undefined {
  const values = (cookies ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return values.length === 0 ? undefined : [...new Set(values)].join(' ')
}

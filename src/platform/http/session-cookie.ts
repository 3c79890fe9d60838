/** The cookie that a browser keeps the session token in; its prefix binds it to this host and to TLS (RFC 6265bis). */
export const SESSION_COOKIE = '__Host-session'

const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax'

/** `Set-Cookie` that keeps a token for so many seconds. */
export function keepSession(token: string, seconds: number): string {
  return `${SESSION_COOKIE}=${token}; ${ATTRIBUTES}; Max-Age=${seconds}`
}

/** `Set-Cookie` that removes the token. */
export const DROP_SESSION = `${SESSION_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`

/** The token in a `Cookie` header; two different ones are no token. */
export function sessionIn(cookies: string | undefined): string | undefined {
  const values = (cookies ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${SESSION_COOKIE}=`))
    .map((pair) => pair.slice(SESSION_COOKIE.length + 1))
  return values.length === 0 ? undefined : [...new Set(values)].join(' ')
}

/** Lifetime of a session token from its creation, milliseconds. */
export const TOKEN_MS = 60 * 60_000
/** Maximum lifetime of a session from its sign-in, however often it is refreshed, milliseconds. */
export const SESSION_MS = 30 * 24 * 60 * 60_000
/** Grace period of a token after a refresh, for requests in flight and other tabs, milliseconds. */
export const GRACE_MS = 10_000

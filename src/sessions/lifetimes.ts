/** How long a session token is good, from its making, milliseconds. */
export const TOKEN_MS = 60 * 60_000
/** How long a session can be refreshed, from its sign-in, milliseconds. */
export const SESSION_MS = 30 * 24 * 60 * 60_000
/** How long a token is still good after a refresh: requests under way, and the other tabs, milliseconds. */
export const GRACE_MS = 10_000

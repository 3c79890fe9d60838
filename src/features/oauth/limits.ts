const HOUR_S = 60 * 60
const DAY_S = 24 * HOUR_S

/** Lifetimes of what the authorization server issues, seconds. */
export const LIFETIMES = {
  code: 60,
  accessToken: HOUR_S,
  /** From its issue: each refresh starts it anew. */
  refreshToken: 30 * DAY_S,
  /** From the consent, however often it is refreshed. */
  grant: 365 * DAY_S,
  /** The time to sign in and to consent. */
  interaction: HOUR_S / 2,
} as const

/** Limits of clients. */
export const OAUTH_LIMITS = {
  /** Grants of an account that have not ended. */
  grants: 100,
  /** Registrations per network. */
  registrations: { points: 200, duration: HOUR_S },
  /** Client ID metadata documents that a network may have fetched. */
  documents: { points: 200, duration: HOUR_S },
  documentBytes: 5 * 1024,
  redirects: 20,
  redirectLength: 2_000,
  nameLength: 100,
  /** After this time a registered client is deleted if nothing is granted to it. */
  unusedMs: DAY_S * 1000,
} as const

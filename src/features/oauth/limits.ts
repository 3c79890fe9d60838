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
  /** Authorization requests and their pages per network, and the length of one: they are kept until the user has decided. */
  requests: { points: 1_000, duration: HOUR_S },
  requestLength: 8_192,
  /** Exchanges of codes and refresh tokens, and revocations, per network: each looks a value up. */
  exchanges: { points: 1_200, duration: 60 },
  /** Access tokens that a grant keeps, the newest; as many codes. */
  tokensPerGrant: 20,
  /** Refresh tokens of the last 30 days, used ones too: hourly ones are 720. With more the account has to consent anew. */
  refreshTokensPerGrant: 1_000,
  /** Registrations per network. */
  registrations: { points: 200, duration: HOUR_S },
  /** Client ID metadata documents that a network may have fetched. */
  documents: { points: 200, duration: HOUR_S },
  documentBytes: 5 * 1024,
  /** The JSON of what a client says of itself. */
  metadataLength: 8_192,
  redirects: 20,
  nameLength: 100,
  /** After this time without a grant a registered client is deleted. */
  unusedMs: 30 * DAY_S * 1000,
} as const

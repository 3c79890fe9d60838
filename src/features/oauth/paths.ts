/** The paths of the authorization server. */
export const PATHS = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  register: '/oauth/register',
  jwks: '/oauth/jwks',
  interaction: '/oauth/interaction',
} as const

/** The name of the library's own session cookie, which is never sent. */
export const UNUSED_COOKIE = '__Host-oauth-session'

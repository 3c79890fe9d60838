import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { timestamp } from '../../platform/schema.ts'
import { Answer, endpointIn, type RequestHeaders } from '../../platform/http/endpoint.ts'
import { textParam } from '../../platform/http/params.ts'
import { DROP_SESSION, keepBrowser, keepSession } from '../../platform/http/session-cookie.ts'
import { NewSession, Session, SignIn, SignUp } from './schema.ts'
import type { Sessions, Token } from './sessions.ts'
import type { Caller, SigningIn } from './sign-in.ts'

const endpoint = endpointIn('Sessions')
const SETS_COOKIE = { 'Set-Cookie': 'The same token as the cookie `__Host-session`' }
const dropped = new Answer<never>({ headers: { 'Set-Cookie': DROP_SESSION } })

/** The endpoints of sign-in and sessions. */
export function sessionRoutes(sessions: Sessions, signing: SigningIn, clock: () => number) {
  const answer: ToAnswer = ({ token, expiresAt }, cookies = []) =>
    new Answer({
      body: { session_token: token, expires_at: timestamp(expiresAt) },
      headers: {
        'Set-Cookie': [keepSession(token, expiresAt - clock()), ...cookies],
        'Cache-Control': 'no-store',
      },
    })
  return [...signingIn(signing, answer), ...ownSessions(sessions, answer)]
}

type ToAnswer = (token: Token, cookies?: readonly string[]) => Answer<NewSession>

function signingIn(signing: SigningIn, answer: ToAnswer) {
  return [
    endpoint({
      id: 'signIn',
      route: 'POST /auth/sign-in',
      summary: 'Sign in by e-mail and password',
      access: 'public',
      retrySafe: false,
      body: SignIn,
      success: { status: 200, body: NewSession, description: 'A session token', headers: SETS_COOKIE },
      problems: ['sign_in_refused', 'rate_limit_exceeded', 'internal_error', 'service_unavailable'],
      handle: async ({ body, headers }) => {
        const caller = callerOf(headers)
        return answer(await signing.signIn(body, caller), [keepBrowser(caller.browser)])
      },
    }),
    endpoint({
      id: 'signUp',
      route: 'POST /auth/sign-up',
      summary: 'Make an account on the free plan, where the operator allows it',
      access: 'public',
      retrySafe: false,
      body: SignUp,
      success: { status: 201, body: NewSession, description: 'A session token', headers: SETS_COOKIE },
      problems: [
        'sign_up_off',
        'email_taken',
        'rate_limit_exceeded',
        'internal_error',
        'service_unavailable',
      ],
      handle: async ({ body, headers }) => answer(await signing.signUp(body, callerOf(headers))),
    }),
  ]
}

function ownSessions(sessions: Sessions, answer: ToAnswer) {
  return [
    endpoint({
      id: 'refreshSession',
      route: 'POST /auth/refresh',
      summary: 'A new token of the same session; the presented one is refused ten seconds later',
      access: 'session',
      retrySafe: false,
      success: { status: 200, body: NewSession, description: 'The new token', headers: SETS_COOKIE },
      handle: async ({ actor }) => answer(await sessions.refresh(actor)),
    }),
    endpoint({
      id: 'signOut',
      route: 'POST /auth/sign-out',
      summary: 'End the session with all its tokens',
      access: 'session',
      retrySafe: false,
      success: {
        status: 204,
        description: 'It is refused everywhere',
        headers: { 'Set-Cookie': 'Removes the cookie `__Host-session`' },
      },
      handle: async ({ actor }) => {
        await sessions.signOut(actor)
        return dropped
      },
    }),
    endpoint({
      id: 'listSessions',
      route: 'GET /user/sessions',
      summary: 'List the sessions: where somebody is signed in',
      access: 'ideas:read',
      success: { status: 200, body: z.array(Session), description: 'The sessions, oldest first' },
      handle: async ({ actor }) => sessions.list(actor),
    }),
    endpoint({
      id: 'deleteSession',
      route: 'DELETE /user/sessions/:id',
      summary: 'End a session at once; also the own one',
      access: 'session',
      params: { id: textParam('session_not_found', '7c0e8a52-3d41-4c55-9f7e-0b1d2c3e4f50') },
      success: {
        status: 204,
        description: 'It is refused everywhere',
        headers: { 'Set-Cookie': 'Removes the cookie `__Host-session`, if it is of that session' },
      },
      handle: async ({ actor, params: { id } }) => {
        await sessions.remove(actor, id)
        return id === actor.credentialId ? dropped : undefined
      },
    }),
  ]
}

function callerOf({ address, userAgent, browser }: RequestHeaders): Caller {
  return {
    address,
    userAgent: userAgent?.slice(0, 300) ?? null,
    browser: browser ?? randomBytes(16).toString('base64url'),
  }
}

import { randomBytes } from 'node:crypto'
import { Scope } from '../../platform/auth/actor.ts'
import { anyOrigin } from '../../platform/http/any-origin.ts'
import { refuseOtherOrigins, signedInUser } from '../../platform/http/authentication.ts'
import type { Context } from '../../platform/http/context.ts'
import { readForm } from '../../platform/http/form-body.ts'
import { answerBy, MOUNTED_ERROR } from '../../platform/http/mounted-app.ts'
import type { Route, Serving } from '../../platform/http/route.ts'
import { seeOther, sendPage } from '../../platform/http/send-page.ts'
import { browserIn, keepBrowser, keepSession } from '../../platform/http/session-cookie.ts'
import { Problem, PROBLEMS } from '../../platform/problems.ts'
import type { SessionsFeature } from '../sessions/feature.ts'
import { SignIn } from '../sessions/schema.ts'
import { targetOf } from './consent-request.ts'
import type { Authorization } from './consent.ts'
import { OAUTH_LIMITS } from './limits.ts'
import { consentPage, errorPage, FIELDS, signInPage } from './pages.ts'
import { PATHS, UNUSED_COOKIE } from './paths.ts'
import { resourceMetadata, type Audience } from './resources.ts'

type Needs = Readonly<{
  authorization: () => Promise<Authorization>
  signIn: SessionsFeature['signIn']
  emailOf: (userId: string) => Promise<string | undefined>
  /** Count what an address asks for. @throws Problem `rate_limit_exceeded` */
  takeRequest: (address: string) => Promise<void>
  takeExchange: (address: string) => Promise<void>
  takeRegistration: (address: string) => Promise<void>
  clock: () => number
}>
type Handle = Route['handle']

/** The authorization server, its metadata, and its pages. */
export function oauthRoutes(serving: Serving, needs: Needs): Route[] {
  return [...metadata(serving, needs), ...protocol(serving, needs), ...pages(serving, needs)]
}

/** Has the library answer. */
function byLibrary({ publicUrl: origin }: Serving, { authorization }: Needs): Handle {
  return async (ctx) =>
    answerBy((await authorization()).provider, ctx, { origin, unsentCookie: UNUSED_COOKIE })
}

function metadata(serving: Serving, needs: Needs): Route[] {
  const library = byLibrary(serving, needs)
  const { publicUrl } = serving
  const server: Handle = async (ctx) => {
    await library(ctx)
    Object.assign(ctx.body as object, {
      // The scopes of OpenID, which the library adds, are not granted.
      scopes_supported: Scope.options,
      response_modes_supported: ['query'],
      // By default `client_secret_basic` (RFC 8414, 2).
      revocation_endpoint_auth_methods_supported: ['none'],
    })
  }
  const about = (audience: Audience): Handle => {
    const document = resourceMetadata(publicUrl, audience)
    return async (ctx) => {
      ctx.body = document
    }
  }
  const wellKnown = (name: string, handle: Handle): Route =>
    anyOrigin({ id: 'oauthMetadata', methods: ['GET'], path: `/.well-known/${name}`, handle })
  return [
    wellKnown('oauth-authorization-server', server),
    wellKnown('openid-configuration', server),
    wellKnown('oauth-protected-resource/mcp', about('mcp')),
    wellKnown('oauth-protected-resource/api/v1', about('api')),
  ]
}

function protocol(serving: Serving, needs: Needs): Route[] {
  const library = byLibrary(serving, needs)
  const exchange: Handle = async (ctx) => {
    await needs.takeExchange(ctx.ip)
    await library(ctx)
  }
  return [
    anyOrigin({ id: 'oauthToken', methods: ['POST'], path: PATHS.token, handle: exchange }),
    anyOrigin({ id: 'oauthRevoke', methods: ['POST'], path: PATHS.revoke, handle: exchange }),
    anyOrigin({ id: 'oauthKeys', methods: ['GET'], path: PATHS.jwks, handle: library }),
    anyOrigin({
      id: 'oauthRegister',
      methods: ['POST'],
      path: PATHS.register,
      async handle(ctx) {
        await needs.takeRegistration(ctx.ip)
        await library(ctx)
      },
    }),
    {
      id: 'oauthAuthorize',
      methods: ['GET'],
      path: PATHS.authorize,
      handle: asPage(async (ctx) => {
        await needs.takeRequest(ctx.ip)
        if (ctx.querystring.length > OAUTH_LIMITS.requestLength) {
          sendPage(ctx, errorPage(400, 'The request is too long.'))
          return
        }
        // The library answers the others by pages with scripts.
        if ((ctx.query['response_mode'] ?? 'query') !== 'query') {
          sendPage(ctx, errorPage(400, 'The response_mode must be query.'))
          return
        }
        askForScopes(ctx)
        await library(ctx)
        await refuseOpenRedirect(ctx, serving)
      }),
    },
    { id: 'oauthResume', methods: ['GET'], path: `${PATHS.authorize}/:uid`, handle: asPage(library) },
  ]
}

function pages({ guards }: Serving, needs: Needs): Route[] {
  const { authorization, emailOf, takeRequest } = needs
  const pathsOf = ({ params: { uid = '' } }: Parameters<Handle>[0]) => {
    const own = `${PATHS.interaction}/${encodeURIComponent(uid)}`
    return { own, signIn: `${own}/sign-in`, action: `${own}/consent`, other: `${own}?account=other` }
  }
  /** The user who is signed in by the session of the service. */
  const userOf = async (ctx: Context) => {
    const id = await signedInUser(ctx, guards.authenticator)
    const email = id === undefined ? undefined : await emailOf(id)
    return id === undefined || email === undefined ? undefined : { id, email }
  }
  const show: Handle = async (ctx) => {
    await takeRequest(ctx.ip)
    const request = await (await authorization()).consent.open(ctx)
    const user = ctx.query['account'] === 'other' ? undefined : await userOf(ctx)
    const paths = pathsOf(ctx)
    sendPage(ctx, user === undefined ? signInPage(request, paths.signIn) : consentPage(request, user, paths))
  }
  const decide: Handle = async (ctx) => {
    refuseOtherOrigins(ctx)
    await takeRequest(ctx.ip)
    const { consent } = await authorization()
    const fields = await readForm(ctx)
    const user = await userOf(ctx)
    const isAllowed = fields.get(FIELDS.decision) === 'allow'
    // The page was about another account, which the user left meanwhile.
    if (isAllowed && user?.id !== fields.get(FIELDS.account)) seeOther(ctx, pathsOf(ctx).own)
    else if (isAllowed && user !== undefined)
      seeOther(ctx, await consent.allow(ctx, user.id, fields.getAll(FIELDS.scope)))
    else seeOther(ctx, await consent.deny(ctx))
  }
  const path = `${PATHS.interaction}/:uid`
  return [
    { id: 'oauthConsentPage', methods: ['GET'], path, handle: asPage(show) },
    {
      id: 'oauthSignIn',
      methods: ['POST'],
      path: `${path}/sign-in`,
      handle: asPage(signingIn(needs, pathsOf)),
    },
    { id: 'oauthConsent', methods: ['POST'], path: `${path}/consent`, handle: asPage(decide) },
  ]
}

function signingIn(
  { authorization, signIn, takeRequest, clock }: Needs,
  pathsOf: (ctx: Parameters<Handle>[0]) => Readonly<{ own: string; signIn: string }>,
): Handle {
  return async (ctx) => {
    refuseOtherOrigins(ctx)
    await takeRequest(ctx.ip)
    const request = await (await authorization()).consent.open(ctx)
    const fields = await readForm(ctx)
    const email = fields.get(FIELDS.email) ?? ''
    const given = SignIn.safeParse({ email, password: fields.get(FIELDS.password) ?? '' })
    const browser = browserIn(ctx.get('Cookie')) ?? randomBytes(16).toString('base64url')
    const userAgent = ctx.get('User-Agent').slice(0, 300) || null
    try {
      if (!given.success) throw new Problem('sign_in_refused')
      const { token, expiresAt } = await signIn(given.data, { address: ctx.ip, userAgent, browser })
      ctx.append('Set-Cookie', [keepSession(token, expiresAt - clock()), keepBrowser(browser)])
      seeOther(ctx, pathsOf(ctx).own)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { status, text } = PROBLEMS[error.code]
      if (error.retryAfterS !== undefined) ctx.set('Retry-After', String(error.retryAfterS))
      sendPage(ctx, signInPage(request, pathsOf(ctx).signIn, { status, text, email }))
    }
  }
}

/** Asks for everything if a client asks for nothing that is known: the user decides. */
function askForScopes(ctx: Context): void {
  const { scope = '' } = ctx.query
  // The library refuses a repeated parameter.
  if (Array.isArray(scope)) return
  const asked = scope.split(' ')
  if (!Scope.options.some((scope) => asked.includes(scope)))
    ctx.query = { ...ctx.query, scope: Scope.options.join(' ') }
}

/**
 * Answers an error by a page where the library redirects to a site, unless somebody is signed in: anyone can register a client,
 * and a link to this service must not lead strangers elsewhere (RFC 9700, 4.11.2).
 */
async function refuseOpenRedirect(ctx: Context, { publicUrl, guards }: Serving): Promise<void> {
  const location = ctx.response.get('Location')
  if (location === '') return
  const [own, to] = [new URL(publicUrl), new URL(location, publicUrl)]
  const { kind, shown } = targetOf(to.href)
  if (to.origin === own.origin || kind !== 'site') return
  ctx.remove('Location')
  if ((await signedInUser(ctx, guards.authenticator)) !== undefined) {
    ctx.set('Location', location)
    return
  }
  // What is told of a response type stands behind the hash, beside a query that the client chose.
  const told = new URLSearchParams(to.hash === '' ? to.search : to.hash.slice(1))
  const reason = told.get('error_description') ?? 'the request is invalid'
  sendPage(ctx, errorPage(400, `The request that ${shown} should be told of is refused: ${reason}.`))
}

/** Answers errors by a page. */
function asPage(handle: Handle): Handle {
  return async (ctx) => {
    try {
      await handle(ctx)
    } catch (error) {
      // By its name, because the class would load the library.
      if (error instanceof Error && error.name === 'SessionNotFound') {
        const reasons = 'it has expired, it was made in another browser, or its client cannot be looked up'
        sendPage(ctx, errorPage(400, `The request is not known: ${reasons}.`))
        return
      }
      const { code, retryAfterS } = ctx.state.problemOf(error)
      const { status, text } = PROBLEMS[code]
      if (retryAfterS !== undefined) ctx.set('Retry-After', String(retryAfterS))
      sendPage(ctx, errorPage(status, text))
    }
  }
}

/** Notes an error of the server that the library reports. */
export function noteError(ctx: Pick<Context, 'state'>, error: unknown): void {
  ctx.state[MOUNTED_ERROR] = error
}

/** Answers an error that the library reports to a person. */
export function renderError(
  ctx: Pick<Context, 'status' | 'set' | 'body' | 'type'>,
  out: Readonly<{ error: string; error_description?: string | undefined }>,
): void {
  sendPage(ctx, errorPage(ctx.status, `${out.error_description ?? out.error}.`))
}

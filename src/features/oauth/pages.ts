import type { Scope } from '../../platform/auth/actor.ts'
import type { ConsentRequest } from './consent-request.ts'
import { html, page, type Html } from './html.ts'
import type { Audience } from './resources.ts'

type Page = ReturnType<typeof page>

/** The names of the fields of the forms. */
export const FIELDS = {
  email: 'email',
  password: 'password',
  account: 'account',
  scope: 'scope',
  decision: 'decision',
} as const

/** What each scope permits, in words. */
const WORDS: Readonly<Record<Audience, Readonly<Record<Scope, string>>>> = {
  mcp: {
    'ideas:read': 'Read your ideas, tags and relations, and search them',
    'ideas:write':
      'Create, change, relate and merge them, and have specifications written with your provider key',
  },
  api: {
    'ideas:read':
      'Read your ideas, tags and relations, search them, and see your account: its e-mail address, sign-ins, and what its keys are called',
    'ideas:write':
      'Create, change, merge and delete them, change settings of your account, and have specifications written with your provider key',
  },
}

/** The page that asks who the user is. `refusal` is why the last attempt failed, with its status. */
export function signInPage(
  { client }: Pick<ConsentRequest, 'client'>,
  action: string,
  refusal?: Readonly<{ status: number; text: string; email: string }>,
): Page {
  const body = html`<p>
      <strong>${client.name}</strong> wants access to your ideas. Sign in to decide about it.
    </p>
    ${refusal && html`<p class="warning" role="alert">${refusal.text}</p>`}
    <form class="stack" method="post" action="${action}">
      <label>
        E-mail address
        <input
          name="${FIELDS.email}"
          type="email"
          autocomplete="username"
          required
          value="${refusal?.email ?? ''}"
        />
      </label>
      <label>
        Password
        <input name="${FIELDS.password}" type="password" autocomplete="current-password" required />
      </label>
      <button class="main">Sign in</button>
    </form>
    <details class="hint">
      <summary>Your account has no password?</summary>
      <p>
        An account that was created without one gets it from the operator of this service, by
        <code>ideas admin set-password YOUR-EMAIL --password-stdin</code>. With a session token you can also
        set it yourself: <code>POST /api/v1/user/password</code>. Then load this page again.
      </p>
    </details>`
  return page('Sign in', body, { status: refusal?.status ?? 200 })
}

/** The page that asks the user for consent. */
export function consentPage(
  request: ConsentRequest,
  user: Readonly<{ id: string; email: string }>,
  paths: Readonly<{ action: string; other: string }>,
): Page {
  const { client, audience, target } = request
  const body = html`<p>
      You are signed in as <strong>${user.email}</strong>. <a href="${paths.other}">Use another account</a>
    </p>
    <dl class="facts">
      <dt>Who asks</dt>
      <dd><strong>${client.name}</strong>${client.uri === null ? undefined : html`<br />${client.uri}`}</dd>
      <dd>
        ${
          client.host === null
            ? 'The name and address are what the client says of itself; nobody has checked them.'
            : html`Identified by ${client.host}`
        }
      </dd>
      <dt>For what</dt>
      <dd>${audience === 'mcp' ? 'The tools for AI assistants (MCP)' : 'The REST API'}</dd>
      <dt>Where the answer goes</dt>
      <dd><strong>${target.shown}</strong></dd>
    </dl>
    ${warningOf(request)}
    <form method="post" action="${paths.action}">
      <input type="hidden" name="${FIELDS.account}" value="${user.id}" />
      <fieldset>
        <legend>It may</legend>
        ${request.scopes.map(
          (scope) =>
            html`<label class="row"
              ><input type="checkbox" name="${FIELDS.scope}" value="${scope}" checked />
              ${WORDS[audience][scope]}</label
            > `,
        )}
      </fieldset>
      <div class="stack">
        <button class="main" name="${FIELDS.decision}" value="allow">Allow</button>
        <button name="${FIELDS.decision}" value="deny">Deny</button>
      </div>
    </form>
    <p class="hint">
      You can end the access at any time, under
      <a href="/account" target="_blank" rel="noopener">Account</a> or by <code>ideas mcp-tokens rm</code>.
    </p>`
  return page(`Give ${client.name} access?`, body, { formTargets: [target.source] })
}

function warningOf({ target }: ConsentRequest): Html | undefined {
  if (target.kind === 'site') return undefined
  const where =
    target.kind === 'loopback'
      ? html`The answer goes to a program on
          <strong>the computer at which you read this</strong> (${target.shown})`
      : html`The answer goes to whichever program on this computer opens links that begin with
          <strong>${target.shown}</strong>`
  return html`<p class="warning">
    ${where}. Any program that runs there could receive it and act as this client. Continue only if you have
    just started the connection in a program that you trust.
  </p>`
}

/** A page that says why a request cannot be answered. */
export function errorPage(status: number, text: string): Page {
  return page(
    'This request cannot be answered',
    html`<p role="alert">${text}</p>
      <p class="hint">Go back to the program from which you came, and start again.</p>`,
    { status },
  )
}

import { Scope } from '../../platform/auth/actor.ts'
import type { ClientCard } from './client-metadata.ts'
import type { Audience } from './resources.ts'

/** Where the answer of an authorization request goes. */
export type Target = Readonly<{
  /** The host, or the scheme of a program, as people see it. */
  shown: string
  /** Its origin or scheme as a source of a content security policy. */
  source: string
  /** `loopback` and `program`: another program on the user's machine could listen. */
  kind: 'site' | 'loopback' | 'program'
}>

/** What a client asks of the user. */
export type ConsentRequest = Readonly<{
  client: ClientCard
  audience: Audience
  resource: string
  scopes: readonly Scope[]
  target: Target
}>

/** What a client asks by the checked parameters of an authorization request. */
export function consentRequest(
  params: Readonly<Record<string, unknown>>,
  client: ClientCard,
  resources: Readonly<Record<Audience, string>>,
): ConsentRequest {
  const [resource = resources.mcp] = [params['resource']].flat().map(String)
  const asked = String(params['scope'] ?? '').split(' ')
  return {
    client,
    audience: resource === resources.api ? 'api' : 'mcp',
    resource,
    scopes: Scope.options.filter((scope) => asked.includes(scope)),
    target: targetOf(String(params['redirect_uri'])),
  }
}

/** Where a redirect goes. */
export function targetOf(redirect: string): Target {
  const { protocol, host, origin } = new URL(redirect)
  // A policy cannot name an address of IPv6.
  const source = host.startsWith('[') ? protocol : origin
  if (protocol === 'https:') return { shown: host, source, kind: 'site' }
  if (protocol === 'http:') return { shown: host, source, kind: 'loopback' }
  return { shown: protocol, source: protocol, kind: 'program' }
}

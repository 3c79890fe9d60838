import type { IncomingMessage, ServerResponse } from 'node:http'
import { errors, type Provider } from 'oidc-provider'
import { Scope } from '../../platform/auth/actor.ts'
import { clientCard } from './client-metadata.ts'
import { consentRequest, type ConsentRequest } from './consent-request.ts'
import type { Grants } from './grants.ts'
import { resourcesOf } from './resources.ts'

type Dependencies = Readonly<{ provider: Provider; grants: Pick<Grants, 'create'> }>
type Exchange = Readonly<{ req: IncomingMessage; res: ServerResponse }>

/** Records what users decide about requests of clients. Their cookie names the request. */
export function createConsent({ provider, grants }: Dependencies) {
  const resources = resourcesOf(provider.issuer)

  /** Undefined if it was deleted, or if its metadata document is not served any more. */
  const findClient = async (id: string) => {
    try {
      return await provider.Client.find(id)
    } catch (error) {
      if (error instanceof errors.OIDCProviderError) return undefined
      throw error
    }
  }

  /** @throws errors.SessionNotFound when the request has expired or is of another browser, or its client is gone */
  const open = async ({ req, res }: Exchange): Promise<ConsentRequest & { uid: string }> => {
    const { params, uid } = await provider.interactionDetails(req, res)
    const client = await findClient(String(params['client_id']))
    if (client === undefined) throw new errors.SessionNotFound('the client is not known any more')
    return { ...consentRequest(params, clientCard(client.metadata()), resources), uid }
  }

  const deny = async ({ req, res }: Exchange): Promise<string> =>
    provider.interactionResult(
      req,
      res,
      { error: 'access_denied', error_description: 'the user refused' },
      { mergeWithLastSubmission: false },
    )

  return {
    open,

    /** Refuses the request, and returns the URL at which it continues. @throws errors.SessionNotFound */
    deny,

    /**
     * Grants scopes of those that were asked for, and returns the URL at which the request continues.
     * @throws errors.SessionNotFound, Problem `mcp_tokens_too_many`, `invalid_credentials`
     */
    async allow({ req, res }: Exchange, userId: string, chosen: readonly string[]): Promise<string> {
      const { uid, client, audience, resource, scopes: asked } = await open({ req, res })
      const scopes = asked.filter((scope) => chosen.includes(scope))
      if (scopes.length === 0) return deny({ req, res })
      const id = await grants.create({ uid, userId, client, audience, scopes })
      const grant = new provider.Grant({ accountId: userId, clientId: client.id })
      grant.jti = id
      grant.addResourceScope(resource, scopes.join(' '))
      // What is refused is recorded, too; otherwise the library would ask again.
      grant.rejectResourceScope(resource, Scope.options.filter((scope) => !scopes.includes(scope)).join(' '))
      grant.rejectOIDCScope('openid offline_access')
      await grant.save()
      const login = { accountId: userId, remember: false }
      return provider.interactionResult(req, res, { login, consent: { grantId: id } })
    },
  }
}
type Consent = ReturnType<typeof createConsent>

/** The authorization server, and the decisions of users about its requests. */
export type Authorization = Readonly<{ provider: Provider; consent: Consent }>

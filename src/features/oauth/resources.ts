import { z } from 'zod'
import { Scope } from '../../platform/auth/actor.ts'

/** The resource for which access is granted: `/mcp`, or the REST API. */
export const Audience = z.enum(['mcp', 'api'])
export type Audience = z.infer<typeof Audience>

/** The resources for which access is granted (RFC 8707). */
export function resourcesOf(publicUrl: string): Readonly<Record<Audience, string>> {
  return { mcp: `${publicUrl}/mcp`, api: `${publicUrl}/api/v1` }
}

const NAMES = { mcp: 'Idea Repository for AI assistants (MCP)', api: 'Idea Repository REST API' } as const

/** The metadata of a resource (RFC 9728). */
export function resourceMetadata(publicUrl: string, audience: Audience) {
  return {
    resource: resourcesOf(publicUrl)[audience],
    authorization_servers: [publicUrl],
    scopes_supported: Scope.options,
    bearer_methods_supported: ['header'],
    resource_name: NAMES[audience],
  }
}

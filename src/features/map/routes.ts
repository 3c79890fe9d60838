import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Answer, endpointIn, type Endpoint } from '../../platform/http/endpoint.ts'
import { matchesEtag } from '../../platform/http/etag.ts'
import type { GraphMaps } from './map.ts'
import { GraphMap } from './schema.ts'

const endpoint = endpointIn('Map')

/** The endpoint of the map. */
export function mapRoutes(maps: GraphMaps): Endpoint[] {
  return [
    endpoint({
      id: 'getMap',
      route: 'GET /map',
      summary: 'The whole graph: all ideas and relations',
      access: 'ideas:read',
      conditions: ['If-None-Match'],
      success: {
        status: 200,
        body: GraphMap,
        description: 'Nodes and edges',
        headers: { ETag: 'The state of the map, for If-None-Match' },
      },
      others: { 304: { description: 'Nothing has changed since the state that If-None-Match names' } },
      handle: async ({ actor, headers: { ifNoneMatch, acceptsGzip } }) => {
        const etag = (version: string): string => `"${version}${acceptsGzip ? '-gzip' : ''}"`
        const headers = (version: string) => ({ ETag: etag(version), Vary: 'Accept-Encoding' })
        if (ifNoneMatch !== undefined) {
          const version = await maps.version(actor)
          if (matchesEtag(ifNoneMatch, etag(version)))
            return new Answer({ status: 304, headers: headers(version) })
        }
        const { version, gzip } = await maps.read(actor)
        const encoding: Record<string, string> = acceptsGzip ? { 'Content-Encoding': 'gzip' } : {}
        return new Answer({
          stream: acceptsGzip ? gzip : pipeline(gzip, createGunzip(), () => undefined),
          headers: { ...headers(version), ...encoding, 'Content-Type': 'application/json; charset=utf-8' },
        })
      },
    }),
  ]
}

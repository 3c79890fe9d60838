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
      handle: async ({ actor, headers: { ifNoneMatch, encoding } }) => {
        const suffix = encoding === 'identity' ? '' : `-${encoding}`
        const headers = (version: string) => ({ ETag: `"${version}${suffix}"`, Vary: 'Accept-Encoding' })
        if (ifNoneMatch !== undefined) {
          const current = headers(await maps.version(actor))
          if (matchesEtag(ifNoneMatch, current.ETag)) return new Answer({ status: 304, headers: current })
        }
        const { version, bytes, stream } = await maps.read(actor, encoding)
        return new Answer({
          stream,
          headers: {
            ...headers(version),
            ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
            'Content-Type': 'application/json; charset=utf-8',
            'Content-Length': String(bytes),
          },
        })
      },
    }),
  ]
}

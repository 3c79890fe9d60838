import { Answer, endpointIn } from '../../platform/http/endpoint.ts'
import { matchesEtag } from '../../platform/http/etag.ts'
import type { GraphMaps } from './map.ts'
import type { MapParts } from './parts.ts'
import { GraphMap, MapPath, MapQuery, PathQuery } from './schema.ts'

const endpoint = endpointIn('Map')

/** The endpoints of the map. */
export function mapRoutes(maps: GraphMaps, parts: MapParts) {
  return [
    endpoint({
      id: 'getMap',
      route: 'GET /map',
      summary: 'The whole graph, all ideas and relations, or with any parameter a part of it',
      access: 'ideas:read',
      query: MapQuery,
      conditions: ['If-None-Match'],
      success: {
        status: 200,
        body: GraphMap,
        description: 'Nodes and edges',
        headers: { ETag: 'The state of the whole map, for If-None-Match' },
      },
      others: { 304: { description: 'Nothing has changed since the state that If-None-Match names' } },
      problems: ['idea_not_found'],
      handle: async ({ actor, query, headers: { ifNoneMatch, encoding } }) => {
        if (Object.values(query).some((value) => value !== undefined)) return parts.part(actor, query)
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
    endpoint({
      id: 'getMapPath',
      route: 'GET /map/path',
      summary: 'A shortest path between two ideas, in either direction of the relations',
      access: 'ideas:read',
      query: PathQuery,
      success: { status: 200, body: MapPath, description: 'The path, or null' },
      problems: ['idea_not_found'],
      handle: async ({ actor, query }) => parts.path(actor, query),
    }),
  ]
}

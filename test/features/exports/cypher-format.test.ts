import { expect } from 'chai'
import fc from 'fast-check'
import { givenOwnServers, type OwnServers } from '../../support/own-servers.ts'
import { newUser } from '../../support/service.ts'
import { exportGraph } from './files.ts'
import { NastyGraph, writeNastyGraph, type MapAnswer } from './nasty-graph.ts'

const REBUILT = `
MATCH (i:Idea)
RETURN i {.id, .title, .status, created_at: toString(datetime({epochMillis: i.createdAt})),
  connectionCount: COUNT { (i)-[r]-(:Idea) },
  tags: COLLECT { MATCH (i)-[x:TAGGED]->(t:Tag) RETURN t.name ORDER BY x.position },
  edges: COLLECT {
    MATCH (i)-[r]->(t:Idea)
    RETURN r {.id, .note, .score, source: i.id, target: t.id, type: toLower(type(r)), createdAt: r.createdAt}
  }} AS node`

/** As a client that knows only of semicolons and quotes would, such as cypher-shell. */
function statementsIn(text: string): string[] {
  const withoutComments = text.replaceAll(/^\/\/.*\n/gm, '')
  return [...withoutComments.matchAll(/(?:'(?:\\.|[^\\'])*'|[^;'])+;/g)].map(([statement]) =>
    statement.slice(0, -1),
  )
}

describe('the Cypher of POST /api/v1/user/export/graph', () => {
  let servers: OwnServers
  givenOwnServers((given) => (servers = given))

  const run = async (text: string): Promise<Record<string, unknown>[]> => servers.query(text)
  const load = async (text: string, language: string): Promise<void> => {
    for (const statement of statementsIn(text)) await run(`CYPHER ${language} ${statement.trim()}`)
  }
  const rebuilt = async (): Promise<MapAnswer> => {
    const rows = (await run(REBUILT)) as {
      node: MapAnswer['nodes'][number] & { edges: (MapAnswer['edges'][number] & { createdAt: number })[] }
    }[]
    return {
      nodes: rows.map(({ node: { edges: _edges, ...node } }) => ({
        ...node,
        created_at: iso(node.created_at),
      })),
      edges: rows.flatMap(({ node }) =>
        node.edges.map(({ createdAt, ...edge }) => ({
          ...edge,
          relation_type: edge.type,
          created_at: new Date(createdAt).toISOString(),
        })),
      ),
    }
  }

  it('rebuilds the map in an empty database, and changes nothing when it is loaded again', async () => {
    await fc.assert(
      fc.asyncProperty(NastyGraph, fc.constantFrom('5', '25'), async (graph, language) => {
        const { api } = await newUser()
        const map = await writeNastyGraph(api, graph)
        const text = await exportGraph(api, 'cypher')
        expect(await run('MATCH (n) RETURN n LIMIT 1')).to.deep.equal([])
        try {
          for (let round = 0; round < 2; round += 1) {
            await load(text, language)
            const { nodes, edges } = await rebuilt()
            expect(nodes).to.have.deep.members(map.nodes)
            expect(edges).to.have.deep.members(map.edges)
          }
        } finally {
          await run('MATCH (n) DETACH DELETE n')
        }
      }),
      { numRuns: 20 },
    )
  })
})

function iso(text: string): string {
  return new Date(text).toISOString()
}

import { expect } from 'chai'
import fc from 'fast-check'
import { MultiGraph } from 'graphology'
import gexf from 'graphology-gexf'
import graphml from 'graphology-graphml'
import { JSDOM } from 'jsdom'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { brokenFields, newIdeaIds, newRelation } from '../../support/factories.ts'
import { newUser } from '../../support/service.ts'
import { exportGraph } from './files.ts'
import { readMermaid } from './mermaid-reader.ts'
import { NastyGraph, writeNastyGraph, type MapAnswer } from './nasty-graph.ts'

type Attributes = Record<string, unknown>
type Parsed = { nodes: [string, Attributes][]; edges: [string, string, string, Attributes][] }

const { DOMParser } = new JSDOM().window

/** An independent parser's graph, after an XML parser has found the text well-formed. */
function parsed(read: typeof gexf.parse | typeof graphml.parse, text: string): Parsed {
  const errors = new DOMParser().parseFromString(text, 'application/xml').querySelector('parsererror')
  expect(errors?.textContent).to.equal(undefined)
  const graph = read(MultiGraph as never, text)
  const parsed: Parsed = { nodes: [], edges: [] }
  graph.forEachNode((id, attributes) => parsed.nodes.push([id, attributes]))
  graph.forEachEdge((id, attributes, source, target) => parsed.edges.push([id, source, target, attributes]))
  return parsed
}

/** What XML cannot hold is replaced. */
function inXml(text: string): string {
  return [...text]
    .map((char) => {
      const code = char.codePointAt(0) ?? 0
      const held = code > 0xff_ff || (code >= 0x20 && code < 0xff_fe) || '\t\n\r'.includes(char)
      return held ? char : '\uFFFD'
    })
    .join('')
}

function expected(
  { nodes, edges }: MapAnswer,
  label: 'title' | 'label',
  list: (names: string[]) => unknown,
): Parsed {
  return {
    nodes: nodes.map(({ id, title, status, tags, created_at, connectionCount }) => [
      String(id),
      {
        [label]: inXml(title),
        status,
        tags: list(tags.map(inXml)),
        created_at,
        connection_count: connectionCount,
      },
    ]),
    edges: edges.map(({ id, source, target, type, note, score, created_at }) => [
      String(id),
      String(source),
      String(target),
      {
        type,
        ...(note === null ? {} : { note: inXml(note) }),
        ...(score === null ? {} : { score }),
        created_at,
        ...(label === 'label' ? { kind: type, label: type } : {}),
      },
    ]),
  }
}

function expectSame(found: Parsed, wanted: Parsed): void {
  expect(sorted(found.nodes)).to.deep.equal(sorted(wanted.nodes))
  expect(sorted(found.edges)).to.deep.equal(sorted(wanted.edges))
}

/** How Mermaid calls the arrows of each type. */
const ARROWS: Record<string, [stroke: string, head: string]> = {
  related: ['normal', 'arrow_open'],
  parent: ['thick', 'arrow_point'],
  blocks: ['normal', 'arrow_cross'],
  inspires: ['dotted', 'arrow_point'],
  duplicate: ['dotted', 'arrow_open'],
  supersedes: ['normal', 'arrow_circle'],
}

/** What a picture shows of a text. */
function drawn(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/(?!\n)[\p{Cc}\uFFFE\uFFFF]/gu, '\uFFFD')
}

async function expectMermaid(text: string, { nodes, edges }: MapAnswer): Promise<void> {
  const chart = await readMermaid(text)
  expect(chart.nodes).to.have.deep.members(
    nodes.map(({ id, title, status }) => ({ id: `idea${id}`, label: drawn(title), status })),
  )
  expect(chart.edges).to.have.deep.members(
    edges.map(({ source, target, type, note }) => ({
      source: `idea${source}`,
      target: `idea${target}`,
      label: drawn(note === null || note === '' ? type : `${type}: ${note}`).trim(),
      stroke: ARROWS[type]?.[0],
      head: ARROWS[type]?.[1],
    })),
  )
}

describe('POST /api/v1/user/export/graph', () => {
  let database: TestDatabase
  givenDatabase((given) => (database = given))

  it('answers 400 to an unknown and to a missing format', async () => {
    const { api } = await newUser()
    for (const query of ['', '?format=', '?format=dot', '?format=gexf&format=gexf']) {
      expect(brokenFields(await api.post(`/user/export/graph${query}`))).to.deep.equal(['format'])
    }
  })

  it('leaves archived ideas out', async () => {
    const { api } = await newUser()
    const [kept, gone] = await newIdeaIds(api, 2)
    await database.query('MATCH (i:Idea {id: $gone}) SET i.archived = true', { gone })
    expect(parsed(graphml.parse, await exportGraph(api, 'graphml')).nodes.map(([id]) => id)).to.deep.equal([
      String(kept),
    ])
  })

  it('writes the score of an automatic duplicate', async () => {
    const { api } = await newUser()
    const [a, b] = await newIdeaIds(api, 2)
    await newRelation(api, a, 'duplicate', b)
    await database.query('MATCH (:Idea {id: $a})-[r:DUPLICATE]->() SET r.score = 0.9375', { a })
    for (const [format, { parse }] of Object.entries({ gexf, graphml })) {
      const [edge] = parsed(parse, await exportGraph(api, format)).edges
      expect(edge?.[3]).to.include({ score: 0.9375 })
    }
  })

  it('says the same as the map to independent parsers of GraphML, GEXF and Mermaid', async () => {
    await fc.assert(
      fc.asyncProperty(NastyGraph, async (graph) => {
        const { api } = await newUser()
        const map = await writeNastyGraph(api, graph)
        expectSame(
          parsed(graphml.parse, await exportGraph(api, 'graphml')),
          expected(map, 'title', JSON.stringify),
        )
        expectSame(
          parsed(gexf.parse, await exportGraph(api, 'gexf')),
          expected(map, 'label', (names) => names),
        )
        await expectMermaid(await exportGraph(api, 'mermaid'), map)
      }),
      { numRuns: 25 },
    )
  })
})

function sorted<Item extends readonly [id: string, ...unknown[]]>(items: readonly Item[]): Item[] {
  return items.toSorted(([a], [b]) => Number(a) - Number(b))
}

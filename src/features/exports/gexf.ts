import { timestamp } from '../../platform/schema.ts'
import type { GraphEdge, GraphFormatWriter, GraphNode } from './graph-format.ts'
import { xmlText, xmlValues, type GraphValues } from './xml.ts'

const ATTRIBUTES = `    <attributes class="node">
      <attribute id="status" title="status" type="string"/>
      <attribute id="tags" title="tags" type="liststring"/>
      <attribute id="created_at" title="created_at" type="string"/>
      <attribute id="connection_count" title="connection_count" type="integer"/>
    </attributes>
    <attributes class="edge">
      <attribute id="type" title="type" type="string"/>
      <attribute id="note" title="note" type="string"/>
      <attribute id="score" title="score" type="double"/>
      <attribute id="created_at" title="created_at" type="string"/>
    </attributes>
`

/** GEXF 1.3: titles and relation types are labels, the type is also the kind of an edge. Nulls are omitted. */
export const gexf: GraphFormatWriter = {
  mediaType: 'application/gexf+xml',
  extension: 'gexf',
  head: (exportedAt) => `<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://gexf.net/1.3 http://gexf.net/1.3/gexf.xsd" version="1.3">
  <meta lastmodifieddate="${exportedAt.slice(0, 10)}">
    <creator>Idea Repository</creator>
  </meta>
  <graph mode="static" defaultedgetype="directed">
${ATTRIBUTES}    <nodes>
`,
  nodes: (page) => page.map(node).join(''),
  between: '    </nodes>\n    <edges>\n',
  edges: (page) => page.map(edge).join(''),
  tail: '    </edges>\n  </graph>\n</gexf>\n',
}

function node({ id, title, status, tags, createdAt, connectionCount }: GraphNode): string {
  const values = { status, tags: tags.map(({ name }) => name), created_at: timestamp(createdAt) }
  const attributes = attributesOf({ ...values, connection_count: connectionCount })
  return `      <node id="${id}" label="${xmlText(title)}">${attributes}</node>\n`
}

function edge({ id, source, target, type, note, score, createdAt }: GraphEdge): string {
  const ends = `id="${id}" source="${source}" target="${target}"`
  const attributes = attributesOf({ type, note, score, created_at: timestamp(createdAt) })
  return `      <edge ${ends} kind="${type}" label="${type}">${attributes}</edge>\n`
}

function attributesOf(values: GraphValues): string {
  const list = xmlValues(values).map(([name, text]) => `<attvalue for="${name}" value="${text}"/>`)
  return `<attvalues>${list.join('')}</attvalues>`
}

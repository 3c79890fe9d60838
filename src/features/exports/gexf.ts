import { timestamp } from '../fields.ts'
import type { GraphEdge, GraphFormatWriter, GraphNode } from './graph-format.ts'
import { xmlList, xmlText } from './xml.ts'

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

/** GEXF 1.3: titles and types are labels, the type also the kind of an edge. What is null is left out. */
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
  const values = [
    value('status', status),
    value(
      'tags',
      tags.map(({ name }) => name),
    ),
    value('created_at', timestamp(createdAt)),
    value('connection_count', connectionCount),
  ]
  return `      <node id="${id}" label="${xmlText(title)}"><attvalues>${values.join('')}</attvalues></node>\n`
}

function edge({ id, source, target, type, note, score, createdAt }: GraphEdge): string {
  const values = [
    value('type', type),
    value('note', note),
    value('score', score),
    value('created_at', timestamp(createdAt)),
  ]
  const ends = `id="${id}" source="${source}" target="${target}"`
  return `      <edge ${ends} kind="${type}" label="${type}"><attvalues>${values.join('')}</attvalues></edge>\n`
}

function value(name: string, content: string | number | readonly string[] | null): string {
  if (content === null) return ''
  const text = typeof content === 'object' ? xmlList(content) : xmlText(String(content))
  return `<attvalue for="${name}" value="${text}"/>`
}

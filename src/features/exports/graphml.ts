import { timestamp } from '../../platform/schema.ts'
import type { GraphEdge, GraphFormatWriter, GraphNode } from './graph-format.ts'
import { xmlValues, type GraphValues } from './xml.ts'

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
  <key id="title" for="node" attr.name="title" attr.type="string"/>
  <key id="status" for="node" attr.name="status" attr.type="string"/>
  <key id="tags" for="node" attr.name="tags" attr.type="string"/>
  <key id="created_at" for="node" attr.name="created_at" attr.type="string"/>
  <key id="connection_count" for="node" attr.name="connection_count" attr.type="int"/>
  <key id="type" for="edge" attr.name="type" attr.type="string"/>
  <key id="note" for="edge" attr.name="note" attr.type="string"/>
  <key id="score" for="edge" attr.name="score" attr.type="double"/>
  <key id="since" for="edge" attr.name="created_at" attr.type="string"/>
  <graph id="ideas" edgedefault="directed">
`

/** GraphML 1.0. It has no lists, so `tags` is a JSON array. Nulls are omitted. */
export const graphml: GraphFormatWriter = {
  mediaType: 'application/graphml+xml',
  extension: 'graphml',
  head: () => HEAD,
  nodes: (page) => page.map(node).join(''),
  between: '',
  edges: (page) => page.map(edge).join(''),
  tail: '  </graph>\n</graphml>\n',
}

function node({ id, title, status, tags, createdAt, connectionCount }: GraphNode): string {
  const data = { title, status, tags: tags.map(({ name }) => name), created_at: timestamp(createdAt) }
  return `    <node id="${id}">${dataOf({ ...data, connection_count: connectionCount })}</node>\n`
}

function edge({ id, source, target, type, note, score, createdAt }: GraphEdge): string {
  const data = dataOf({ type, note, score, since: timestamp(createdAt) })
  return `    <edge id="${id}" source="${source}" target="${target}">${data}</edge>\n`
}

function dataOf(values: GraphValues): string {
  return xmlValues(values)
    .map(([key, text]) => `<data key="${key}">${text}</data>`)
    .join('')
}

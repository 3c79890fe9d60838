import { JSDOM } from 'jsdom'

/** A flowchart as Mermaid itself has understood it; labels as people will read them. */
export type Flowchart = Readonly<{
  nodes: { id: string; label: string; status: string | undefined }[]
  edges: { source: string; target: string; label: string; stroke: string; head: string }[]
}>

type Flow = Readonly<{
  getVertices(): Map<string, { id: string; text: string; classes: string[] }>
  getEdges(): { start: string; end: string; text: string; stroke: string; type: string }[]
}>

/** Has Mermaid parse a text. @throws what Mermaid throws */
export async function readMermaid(text: string): Promise<Flowchart> {
  // Other tests of this process must not be taken for a browser: the SDKs of the providers refuse to run in one.
  using _browser = browserGlobals()
  const { default: mermaid } = await import('mermaid')
  await mermaid.parse(text)
  const db = (await mermaid.mermaidAPI.getDiagramFromText(text)).db as unknown as Flow
  return {
    nodes: [...db.getVertices().values()].map(({ id, text: label, classes }) => ({
      id,
      label: decoded(label),
      status: classes[0],
    })),
    edges: db.getEdges().map(({ start, end, text: label, stroke, type }) => ({
      source: start,
      target: end,
      label: decoded(label).trim(),
      stroke,
      head: type,
    })),
  }
}

const { window } = new JSDOM('<!doctype html><body></body>')

function browserGlobals(): Disposable {
  Object.assign(globalThis, { window, document: window.document })
  return {
    [Symbol.dispose]() {
      Reflect.deleteProperty(globalThis, 'window')
      Reflect.deleteProperty(globalThis, 'document')
    },
  }
}

/** Mermaid keeps `#35;` in a form of its own until it draws. */
function decoded(label: string): string {
  return label
    .replaceAll(/<br\s*\/?>/g, '\n')
    .replaceAll(/ﬂ°°(?<code>\d+)¶ß/g, (_, code: string) => String.fromCodePoint(Number(code)))
}

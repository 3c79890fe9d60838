import type { Sigma } from 'sigma'

/** A line from an idea to where the pointer is. */
export type Line = Readonly<{ from: { x: number; y: number }; to: { x: number; y: number } }>

/** Who is told what the pointer does. */
export type Listener = Readonly<{
  current: Readonly<{
    relates: boolean
    onChoose: (id: number | undefined) => void
    onRelate: (source: number, target: number) => void
  }>
}>

/** Chooses the idea that is clicked, and relates the one that is dragged to another; `line` is set on the way. */
export function listen(sigma: Sigma, listener: Listener, line: { value: Line | undefined }): void {
  let source: string | undefined
  const end = (target?: string): void => {
    if (source !== undefined && target !== undefined && target !== source)
      listener.current.onRelate(Number(source), Number(target))
    source = undefined
    line.value = undefined
  }
  sigma.on('clickNode', ({ node }) => listener.current.onChoose(Number(node)))
  sigma.on('clickStage', () => listener.current.onChoose(undefined))
  sigma.on('downNode', ({ node, event: { x, y }, preventSigmaDefault }) => {
    if (!listener.current.relates) return
    preventSigmaDefault()
    source = node
    line.value = { from: { x, y }, to: { x, y } }
  })
  sigma.on('moveBody', ({ event: { x, y }, preventSigmaDefault }) => {
    if (line.value === undefined) return
    preventSigmaDefault()
    line.value = { ...line.value, to: { x, y } }
  })
  sigma.on('upNode', ({ node }) => end(node))
  sigma.on('upStage', () => end())
}

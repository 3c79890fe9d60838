import { visit, type JSONPath } from 'jsonc-parser'

/** The lines (from 1) of the values at these paths in a JSON text, or of their nearest existing containers. */
export function linesOf(text: string, paths: readonly (readonly PropertyKey[])[]): number[] {
  const prefixes = paths.map((path) =>
    [path.length, ...path.keys()].map((length) => keyOf(path.slice(0, length))),
  )
  const wanted = new Set(prefixes.flat())
  const lines = new Map<string, number>()
  const look = (line: number, pathHere: () => JSONPath): void => {
    const key = keyOf(pathHere())
    if (wanted.has(key) && !lines.has(key)) lines.set(key, line + 1)
  }
  visit(text, {
    onObjectBegin: (_offset, _length, line, _column, pathHere) => look(line, pathHere),
    onArrayBegin: (_offset, _length, line, _column, pathHere) => look(line, pathHere),
    onLiteralValue: (_value, _offset, _length, line, _column, pathHere) => look(line, pathHere),
  })
  return prefixes.map((keys) => Math.max(1, ...keys.map((key) => lines.get(key) ?? 1)))
}

function keyOf(path: readonly PropertyKey[]): string {
  return JSON.stringify(path)
}

/** The line (from 1) of the first syntax error in a text that is not JSON. */
export function brokenLineOf(text: string): number {
  let first: number | undefined
  const onError = (_error: number, _offset: number, _length: number, line: number): void => {
    first ??= line
  }
  visit(text, { onError }, { disallowComments: true })
  return (first ?? 0) + 1
}

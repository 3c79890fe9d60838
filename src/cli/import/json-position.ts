import { visit, type JSONPath } from 'jsonc-parser'

/** The line (from 1) of the value at `path` in a JSON text, or of its nearest existing container. */
export function lineOf(text: string, path: readonly PropertyKey[]): number {
  let found = { depth: -1, line: 0 }
  const look = (line: number, pathHere: () => JSONPath): void => {
    const here = pathHere()
    const leadsThere = here.length <= path.length && here.every((step, at) => step === path[at])
    if (leadsThere && here.length > found.depth) found = { depth: here.length, line }
  }
  visit(text, {
    onObjectBegin: (_offset, _length, line, _column, pathHere) => look(line, pathHere),
    onArrayBegin: (_offset, _length, line, _column, pathHere) => look(line, pathHere),
    onLiteralValue: (_value, _offset, _length, line, _column, pathHere) => look(line, pathHere),
  })
  return found.line + 1
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

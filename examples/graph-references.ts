import type { z } from 'zod'

type Edge = Readonly<{ source: string; target: string; type: string }>
type References = Readonly<{
  ideas: readonly Readonly<{ key: string; parent?: string | undefined }>[]
  relations: readonly Edge[]
}>

/** Adds an issue for every key that is used twice or missing and for every relation that is there twice. */
export function checkReferences({ ideas, relations }: References, context: z.RefinementCtx): void {
  const keys = new Set<string>()
  const edges = new Set<string>()
  const report = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message })
  const checkEdge = ({ type, source, target }: Edge, path: PropertyKey[]) => {
    const edge = JSON.stringify([type, source, target])
    if (edges.has(edge)) report(path, `repeats "${source}" ${type} "${target}"`)
    edges.add(edge)
  }
  for (const [index, { key }] of ideas.entries()) {
    if (keys.has(key)) report(['ideas', index, 'key'], `"${key}" is used twice`)
    keys.add(key)
  }
  const checkKey = (key: string, path: PropertyKey[]) => {
    if (!keys.has(key)) report(path, `"${key}" is the key of no idea`)
  }
  for (const [index, { key, parent }] of ideas.entries()) {
    if (parent === undefined) continue
    checkKey(parent, ['ideas', index, 'parent'])
    checkEdge({ type: 'parent', source: parent, target: key }, ['ideas', index, 'parent'])
  }
  for (const [index, relation] of relations.entries()) {
    checkKey(relation.source, ['relations', index, 'source'])
    checkKey(relation.target, ['relations', index, 'target'])
    checkEdge(relation, ['relations', index])
  }
}

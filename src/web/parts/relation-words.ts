import type { Result } from '../platform/api-types.ts'

/** The kind of a relation between two ideas. */
export type RelationType = Result<'GET /ideas/:id'>['relations'][number]['relation_type']

/** How a relation reads from its source, and from its target. */
export const RELATION_WORDS: Readonly<Record<RelationType, readonly [out: string, back: string]>> = {
  blocks: ['blocks', 'is blocked by'],
  parent: ['is the parent of', 'is a part of'],
  related: ['is related to', 'is related to'],
  inspires: ['inspires', 'is inspired by'],
  supersedes: ['supersedes', 'is superseded by'],
  duplicate: ['may be a duplicate of', 'may be a duplicate of'],
}

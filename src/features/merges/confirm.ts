import { digest } from '../../platform/digest.ts'
import { isDetectedDuplicate } from '../ideas/present.ts'
import { presentRelation } from '../relations/present.ts'
import type { FullIdea } from './store.ts'

/**
 * A digest of what users gave to two ideas, without automatic tags and detected duplicates: SHA-256 in base64url, 43 characters.
 * It changes with anything of theirs that a preview of their merge has shown.
 */
export function confirmationOf(survivor: FullIdea, absorbed: FullIdea): string {
  return digest([givenTo(survivor), givenTo(absorbed)])
}

function givenTo({ id, title, body, status, sourceUrl, tags, links, relations }: FullIdea): unknown {
  return {
    id,
    title,
    body,
    status,
    sourceUrl,
    tags: byId(tags.filter(({ auto }) => !auto)),
    links: byId(links),
    relations: byId(relations.map(presentRelation).filter((relation) => !isDetectedDuplicate(relation))),
  }
}

function byId<Part extends { id: number }>(parts: readonly Part[]): Part[] {
  return parts.toSorted((one, other) => one.id - other.id)
}

import { timestamp, timestampOrNull } from '../fields.ts'
import { namesOf } from '../ideas/present.ts'
import { presentLink } from '../links/present.ts'
import { presentRelation } from '../relations/present.ts'
import type { Absorbed } from './absorption.ts'
import type { Merge, MergePreview } from './schema.ts'
import type { MergeRow } from './store.ts'

/** An idea that was absorbed, in the words of the API. */
export function presentMerge(row: MergeRow): Merge {
  return {
    absorbed_id: row.id,
    title: row.title,
    status: row.status,
    tags: namesOf(row.tags),
    tag_details: row.tags,
    created_at: timestamp(row.createdAt),
    merged_at: timestampOrNull(row.mergedAt),
  }
}

/** What a merge would do, in the words of the API. */
export function presentPreview({ merged, absorbed, plan, pairs }: Absorbed): MergePreview {
  const { undo } = plan
  const links = new Map(absorbed.links.map((link) => [link.id, presentLink(link)]))
  return {
    preview: true,
    merged,
    absorbed: { id: absorbed.id, title: absorbed.title },
    moved: {
      tags: undo.tags.filter(({ gained }) => gained).map(({ name }) => name),
      links: merged.links.filter(({ id }) => links.has(id)),
      relations: plan.movedEdges.map(presentRelation),
    },
    dropped: {
      links: undo.links.flatMap(({ id, keptId }) => {
        const link = links.get(id)
        return keptId === null || link === undefined ? [] : { link, kept_link_id: keptId }
      }),
      relations: plan.droppedEdges.map(({ edge, reason, keptId }) => ({
        relation: presentRelation(edge),
        reason,
        kept_relation_id: keptId,
      })),
    },
    duplicates: pairs,
  }
}

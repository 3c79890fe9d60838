import { timestamp, timestampOrNull } from '../../platform/schema.ts'
import { namesOf } from '../ideas/present.ts'
import { presentLink } from '../links/present.ts'
import { presentRelation } from '../relations/present.ts'
import type { PerformedMerge } from './perform-merge.ts'
import type { Merge, MergePreview } from './schema.ts'
import type { MergeRow } from './store.ts'

/** Maps an absorbed idea to its API form. */
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

/** Maps a dry run of a merge to its API form. */
export function presentPreview({ merged, absorbed, confirm, plan, pairs }: PerformedMerge): MergePreview {
  const { links, relations } = plan.undo
  const given = new Map(absorbed.links.map((link) => [link.id, presentLink(link)]))
  const known = new Map(relations.map((entry) => [entry.id, entry]))
  return {
    preview: true,
    confirm,
    merged,
    absorbed: { id: absorbed.id, title: absorbed.title },
    moved: {
      tags: plan.gainedTags,
      links: merged.links.filter(({ id }) => given.has(id)),
      relations: plan.createdEdges.map(presentRelation),
    },
    dropped: {
      links: links.flatMap(({ id, keptId }) => {
        const link = given.get(id)
        return keptId === null || link === undefined ? [] : { link, kept_link_id: keptId }
      }),
      relations: absorbed.relations.flatMap((edge) => {
        const { fate, keptId } = known.get(edge.id) ?? { fate: 'automatic' as const, keptId: null }
        if (fate === 'moved') return []
        const reason = fate === 'between' ? 'between_the_two' : fate
        return { relation: presentRelation(edge), reason, kept_relation_id: keptId }
      }),
    },
    duplicates: pairs,
  }
}

import type { NotRestored } from './schema.ts'
import type { UndoLink, UndoRelation, UndoTag } from './undo.ts'

type Reason = NotRestored['reason']

const WHY = {
  changed: 'was changed since and stays with the other idea',
  deleted: 'is not there any more: it was deleted since, or another merge took it along',
  merged: 'comes back with the idea at its other end, which was merged, too',
  idea_gone: 'is not made again: the idea at its other end is gone or archived',
  exists: 'is not made again: an equal one is there',
  cycle: 'is not made again: it would close a cycle',
} as const satisfies Partial<Record<Reason, string>>

/** What did not come back, as sentences. */
export const notRestored = {
  merge: (): NotRestored => ({
    kind: 'merge',
    id: null,
    reason: 'not_recorded',
    message:
      'Which tags, links and relations this merge moved is not known: an import brought it, or an idea between the two was deleted',
  }),
  body: (): NotRestored => ({
    kind: 'body',
    id: null,
    reason: 'changed',
    message:
      'What was added to the body of the other idea does not stand there unchanged any more: what is left of it stays',
  }),
  tag: ({ id, name }: UndoTag): NotRestored => ({
    kind: 'tag',
    id,
    reason: 'deleted',
    message: `The tag “${name}” was deleted since`,
  }),
  link: ({ id, url }: UndoLink): NotRestored => ({
    kind: 'link',
    id,
    reason: 'deleted',
    message: `The link to ${url} was deleted since`,
  }),
  relation: ({ id, type }: Pick<UndoRelation, 'id' | 'type'>, reason: keyof typeof WHY): NotRestored => ({
    kind: 'relation',
    id,
    reason,
    message: `The relation ${id} (${type.toLowerCase()}) ${WHY[reason]}`,
  }),
}

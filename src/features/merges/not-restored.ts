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

/** Entries for what an unmerge could not restore, with messages for users. */
export const notRestored = {
  merge: () =>
    entry(
      'merge',
      'not_recorded',
      'Which tags, links and relations this merge moved is not known: an import brought it, or an idea between the two was deleted',
    ),
  body: () =>
    entry(
      'body',
      'changed',
      'What was added to the body of the other idea does not stand there unchanged any more: what is left of it stays',
    ),
  tag: ({ id, name }: UndoTag) => entry('tag', 'deleted', `The tag “${name}” was deleted since`, id),
  link: ({ id, url }: UndoLink) => entry('link', 'deleted', `The link to ${url} was deleted since`, id),
  relation: ({ id, type }: Pick<UndoRelation, 'id' | 'type'>, reason: keyof typeof WHY) =>
    entry('relation', reason, `The relation ${id} (${type.toLowerCase()}) ${WHY[reason]}`, id),
}

function entry(
  kind: NotRestored['kind'],
  reason: Reason,
  message: string,
  id: number | null = null,
): NotRestored {
  return { kind, id, reason, message }
}

import { z } from 'zod'
import type { Graph } from '../../platform/graph/graph.ts'
import { column, first, int, queriesIn, type Tx } from '../../platform/graph/query.ts'
import { Problem } from '../../platform/problems.ts'

const query = queriesIn('attachments')

const user = { userId: z.string() }
const count = column('count', z.int())
const Room = z.strictObject({ hasIdea: z.boolean(), bytes: z.int(), links: z.int(), attachments: z.int() })
const FoundAttachment = z.strictObject({ name: z.string(), bytes: z.int(), mediaType: z.string() })
/** What is known of a file: its name, length and media type. */
export type FoundAttachment = z.infer<typeof FoundAttachment>

/** A file past its deadline, and whether a link has it. */
const DueFile = z.strictObject({ key: z.string(), isLinked: z.boolean() })

/** The statements on attachments. */
export const attachmentQueries = {
  room: query('room', { ...user, ideaId: int }, Room),
  begin: query('begin', { keys: z.array(z.string()), lifeMs: int }, column('key', z.string())),
  create: query(
    'create',
    {
      ...user,
      ideaId: int,
      key: z.string(),
      id: int,
      url: z.string(),
      name: z.string(),
      bytes: int,
      mediaType: z.string(),
      now: int,
    },
    column('id', z.int()),
  ),
  find: query('find', { ...user, id: z.string() }, FoundAttachment),
  remove: query('remove', { ...user, id: z.string() }, count),
  release: query('release', { key: z.string() }, count),
  due: query('due', { after: z.string(), limit: int }, DueFile),
  forget: query('forget', { files: z.array(DueFile) }, count),
}

/** How long a file may wait for its link. In the last minute it does not get one any more. */
const LIFE_MS = 60 * 60_000
/** Files that are deleted before the next are asked for. */
const PAGE = 100

type NewAttachment = z.input<typeof attachmentQueries.create.params>

/** Repository of attachments. */
export function createAttachmentStore({ read, write, change }: Pick<Graph, 'read' | 'write' | 'change'>) {
  return {
    write,
    /** What the idea and the account have already; outside a transaction if none is given. */
    async room(of: Readonly<{ userId: string; ideaId: number }>, tx: Tx = { run: read }) {
      const room = await first(tx.run, attachmentQueries.room, of)
      return room ?? { hasIdea: false, bytes: 0, links: 0, attachments: 0 }
    },
    /**
     * Announces files whose bytes will be stored: each is deleted unless a link takes it in time.
     * @throws Problem `service_unavailable` while an earlier one of that key is to be deleted
     */
    async begin(keys: string[]): Promise<void> {
      const ending = await change(attachmentQueries.begin, { keys, lifeMs: LIFE_MS })
      if (ending.length > 0) throw new Problem('service_unavailable')
    },
    /** Whether the link was created, and not too late. */
    create: async (tx: Tx, attachment: NewAttachment): Promise<boolean> =>
      (await tx.run(attachmentQueries.create, attachment)).length > 0,
    find: async (userId: string, id: string): Promise<FoundAttachment | undefined> =>
      first(read, attachmentQueries.find, { userId, id }),
    /** Whether there was such an attachment. */
    remove: async (tx: Tx, userId: string, id: string): Promise<boolean> =>
      ((await first(tx.run, attachmentQueries.remove, { userId, id })) ?? 0) > 0,
    /** Makes an announced file due, if it got no link. */
    release: async (key: string) => change(attachmentQueries.release, { key }),
    /** A page of the files past their deadline, in the order of their keys. */
    due: async (after: string) => read(attachmentQueries.due, { after, limit: PAGE }),
    forget: async (files: z.infer<typeof DueFile>[]) => change(attachmentQueries.forget, { files }),
  }
}
export type AttachmentStore = ReturnType<typeof createAttachmentStore>

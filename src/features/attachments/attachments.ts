import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Actor } from '../../platform/auth/actor.ts'
import type { ByteRange, FileStore } from '../../platform/files/file-store.ts'
import { Problem } from '../../platform/problems.ts'
import { presentLink } from '../links/present.ts'
import { LINKS_PER_IDEA, type Link } from '../links/schema.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import { receive, type Received } from './receive.ts'
import { ATTACHMENT_LIMITS, MediaType, UNKNOWN_TYPE, urlOf } from './schema.ts'
import type { AttachmentStore, FoundAttachment } from './store.ts'

type Dependencies = Readonly<{
  store: AttachmentStore
  files: FileStore
  /** Begins to delete the files that have lost their links. */
  purgeSoon: () => void
  /** The folder for files while they arrive. */
  receivedIn: string
  /** Bytes of all attachments of an account. */
  accountBytes: number
  nextLinkId: () => Promise<number>
  clock: () => number
  ideaNotFound: SurvivorsFeature['ideaNotFound']
}>

/** A file that a client uploads; `length` is what it announces. */
export type Upload = Readonly<{
  name: string
  mediaType: string
  length: number | undefined
  content: Readable
}>

/** A file to store under a key. */
type IncomingFile = Readonly<{ key: string; open: () => Promise<Readable> }>

/** Files of ideas: a link of the type `attachment`, and bytes in the store under its `attachment_id`. */
export function createAttachments(deps: Dependencies) {
  const { store, files, purgeSoon, receivedIn, accountBytes, nextLinkId, clock, ideaNotFound } = deps

  /** @throws Problem `idea_not_found`, `attachments_full`, `attachments_too_many`, `links_too_many` */
  const admit = async (
    owner: Readonly<{ userId: string; ideaId: number }>,
    bytes: number,
    tx?: Parameters<AttachmentStore['room']>[1],
  ): Promise<void> => {
    const room = await store.room(owner, tx)
    if (!room.hasIdea) throw await ideaNotFound(owner.userId, owner.ideaId, tx)
    if (room.bytes + bytes > accountBytes) throw new Problem('attachments_full', { max_bytes: accountBytes })
    if (room.attachments >= ATTACHMENT_LIMITS.perIdea) throw new Problem('attachments_too_many')
    if (room.links >= LINKS_PER_IDEA) throw new Problem('links_too_many')
  }

  const link = async (
    actor: Actor,
    ideaId: number,
    key: string,
    { name, mediaType, bytes, sha256 }: Pick<Upload, 'name' | 'mediaType'> & Received,
  ): Promise<Link> => {
    const { userId } = actor
    const id = await nextLinkId()
    const now = clock()
    const url = urlOf(key)
    const idempotency = actor.idempotency && {
      ...actor.idempotency,
      fingerprint: JSON.stringify([actor.idempotency.fingerprint, name, mediaType, sha256]),
    }
    return store.write({ userId, idempotency }, async (tx) => {
      await admit({ userId, ideaId }, bytes, tx)
      const isCreated = await store.create(tx, { userId, ideaId, key, id, url, name, bytes, mediaType, now })
      // The file waited so long for its link that it is being deleted.
      if (!isCreated) throw new Problem('service_unavailable')
      const file = { attachmentId: key, bytes, mediaType }
      return presentLink({ id, url, title: name, linkType: 'attachment', createdAt: now, file })
    })
  }

  return {
    /**
     * Stores a file and links it to an idea. Its row commits before its first byte, and ends with the commit of the link: whatever is
     * killed when, there is no link without its file, and no file without its link after the deadline.
     * @throws Problem `idea_not_found`, `attachments_full`, `attachments_too_many`, `links_too_many`, `attachment_too_large`, `client_left`
     */
    async add(actor: Actor, ideaId: number, { length = 0, content, ...upload }: Upload): Promise<Link> {
      // With an idempotency key nothing is read before the transaction: the file may be there already.
      if (actor.idempotency === undefined) await admit({ userId: actor.userId, ideaId }, length)
      // Files whose links were deleted must not fill the store while others come.
      purgeSoon()
      const key = randomUUID()
      const file = path.join(receivedIn, key)
      await store.begin([key])
      let created: Link | undefined
      let isBeingPut = false
      try {
        const received = await receive(async () => content, file)
        isBeingPut = true
        await files.put(key, file)
        isBeingPut = false
        // One that an import of it would refuse is not kept.
        const { data: mediaType = UNKNOWN_TYPE } = MediaType.safeParse(upload.mediaType)
        created = await link(actor, ideaId, key, { ...upload, mediaType, ...received })
        return created
      } finally {
        // Also if an earlier request with the same idempotency key had stored the file.
        if (created?.attachment_id !== key) {
          await rm(file, { force: true }).catch(() => undefined)
          // A PUT that was given up may still be carried out: its file is deleted after the deadline, not before it is there.
          if (!isBeingPut) await store.release(key).catch(() => undefined)
        }
      }
    },

    /**
     * Stores files for links that are written next, one after the other. One that breaks off while it is read is left out.
     * @throws Problem `service_unavailable`
     */
    async storeFiles(incoming: readonly IncomingFile[]): Promise<void> {
      await store.begin(incoming.map(({ key }) => key))
      for (const { key, open } of incoming) {
        const file = path.join(receivedIn, randomUUID())
        let content: Readable | undefined
        try {
          await receive(async () => (content = await open()), file)
          await files.put(key, file)
        } catch (error) {
          if (!(error instanceof Problem && error.code === 'client_left')) throw error
          await store.release(key)
          // There is no file: a repeat of the import need not wait for the purge.
          await store.forget([{ key, isLinked: false }])
        } finally {
          // Left open where the file could not be written; it would hold the archive open.
          content?.destroy()
          await rm(file, { force: true })
        }
      }
    },

    /** @throws Problem `attachment_not_found` */
    async find({ userId }: Actor, id: string): Promise<FoundAttachment> {
      const found = await store.find(userId, id)
      if (found === undefined) throw new Problem('attachment_not_found')
      return found
    },

    /** The bytes of an attachment. @throws Problem `attachment_not_found`, `service_unavailable` */
    async read(id: string, range: ByteRange | undefined): Promise<Readable> {
      const content = await files.read(id, range)
      if (content === undefined) throw new Problem('attachment_not_found')
      return content
    },

    /** Deletes the link; the file is deleted by the next {@link purge}. @throws Problem `attachment_not_found` */
    async remove(actor: Actor, id: string): Promise<void> {
      await store.write(actor, async (tx) => {
        if (!(await store.remove(tx, actor.userId, id))) throw new Problem('attachment_not_found')
      })
    },
  }
}
export type Attachments = ReturnType<typeof createAttachments>

import { readIdeas, readNodes } from './idea-pages.ts'
import { readOwned, type Ends, type OwnedBy } from './owned-pages.ts'
import { readIdSnapshot } from './id-snapshot.ts'
import type { ExportStore, OwnedPage, TagOfIdea } from './store.ts'

const TAGS = 1_000

/**
 * Opens the data of an export, starting with a snapshot of the current ids. Each page is one statement, and no lock is held
 * between them. Read ideas (or nodes) first: relations, links and pairs are returned only if both ends were read.
 * @throws Problem `service_unavailable`
 */
export async function openSource(
  store: ExportStore,
  userId: string,
  { archived }: Readonly<{ archived: boolean }>,
) {
  const snapshot = await readIdSnapshot(store, userId, archived)
  const owned = <R extends { id: number }>(
    read: (page: OwnedPage) => Promise<R[]>,
    ends: Ends<R>,
    by: OwnedBy = 'exported',
  ): AsyncIterable<R[]> => readOwned(snapshot, userId, read, { ends, by })

  return {
    ideas: () => readIdeas(snapshot, async (ids) => store.ideas(userId, ids), archived),
    nodes: () => readNodes(snapshot, async (ids) => store.nodes(userId, ids)),
    async *tags(): AsyncGenerator<TagOfIdea[]> {
      let nameKey = ''
      for (;;) {
        const page = await store.tags({ userId, nameKey, limit: TAGS })
        yield page.map(({ id, name, color }) => [id, name, color])
        if (page.length < TAGS) return
        nameKey = page.at(-1)?.nameKey ?? ''
      }
    },
    // An idea that was read as archived may have some since its merge was undone.
    relations: () => owned(store.relations, ({ sourceId, targetId }) => [sourceId, targetId], 'active'),
    links: () => owned(store.links, ({ ideaId }) => [ideaId]),
    duplicates: () => owned(store.duplicates, ({ ideaId, duplicateOfId }) => [ideaId, duplicateOfId]),
  }
}
export type ExportSource = Awaited<ReturnType<typeof openSource>>

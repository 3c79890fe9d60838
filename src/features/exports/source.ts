import { readIdeas, readNodes, type ReadIdea } from './idea-pages.ts'
import { readOwned, type Ends } from './owned-pages.ts'
import { readRoll } from './roll.ts'
import type {
  DuplicateRow,
  EdgeRow,
  ExportStore,
  NodeRow,
  OwnedLinkRow,
  OwnedPage,
  TagOfIdea,
} from './store.ts'

/**
 * One reading of a user's ideas in pages, each a statement of its own, nothing held between them. First the ideas, then
 * what belongs to them: that comes only with both ends among the ideas that were given out.
 */
export type Reading = Readonly<{
  ideas(): AsyncIterable<ReadIdea[]>
  nodes(): AsyncIterable<NodeRow[]>
  tags(): AsyncIterable<TagOfIdea[]>
  relations(): AsyncIterable<EdgeRow[]>
  links(): AsyncIterable<OwnedLinkRow[]>
  duplicates(): AsyncIterable<DuplicateRow[]>
}>

const TAGS = 1_000

/** Begins a reading with the roll of the ideas that are there now. @throws Problem `service_unavailable` */
export async function openReading(
  store: ExportStore,
  userId: string,
  { archived }: Readonly<{ archived: boolean }>,
): Promise<Reading> {
  const roll = await readRoll(store, userId, archived)
  const owned = <R extends { id: number }>(
    read: (page: OwnedPage) => Promise<R[]>,
    ends: Ends<R>,
  ): AsyncIterable<R[]> => readOwned(roll, userId, read, ends)

  return {
    ideas: () => readIdeas(roll, async (ids) => store.ideas(userId, ids), archived),
    nodes: () => readNodes(roll, async (ids) => store.nodes(userId, ids)),
    async *tags() {
      let nameKey = ''
      for (;;) {
        const page = await store.tags({ userId, nameKey, limit: TAGS })
        yield page.map(({ id, name, color }) => [id, name, color])
        if (page.length < TAGS) return
        nameKey = page.at(-1)?.nameKey ?? ''
      }
    },
    relations: () => owned(store.relations, ({ sourceId, targetId }) => [sourceId, targetId]),
    links: () => owned(store.links, ({ ideaId }) => [ideaId]),
    duplicates: () => owned(store.duplicates, ({ ideaId, duplicateOfId }) => [ideaId, duplicateOfId]),
  }
}

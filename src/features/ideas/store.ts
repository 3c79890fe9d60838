import { z } from 'zod'
import type { Graph } from '../../platform/graph/graph.ts'
import { conditionalWrite } from '../../platform/graph/ledger.ts'
import {
  column,
  first,
  queriesIn,
  int,
  planAtStart,
  singleStatementParams,
  type Tx,
} from '../../platform/graph/query.ts'
import { invalid, Problem } from '../../platform/problems.ts'
import { MAX_TAGS, TAGS_PER_ACCOUNT, TOO_MANY_TAGS } from '../tags/schema.ts'
import { IdeaDetailPart, IdeaRow, type IdeaDetailRow } from './present.ts'
import { IdeaStatus } from './schema.ts'

export type { Tx }

const query = queriesIn('ideas')

const ideaRef = { userId: z.string(), id: int }
const fields = {
  title: z.string(),
  titleKey: z.string(),
  body: z.string(),
  wordForms: z.string().nullable(),
  contentHash: z.string(),
  status: IdeaStatus,
  sourceUrl: z.string().nullable(),
}
const tags = z.array(z.object({ id: int, name: z.string(), nameKey: z.string(), position: int }))
/** `afterKey` and `afterId` are of the last idea before the page; null: `offset` counts from the first one. */
const page = {
  offset: int,
  limit: int,
  afterKey: z.union([z.string(), int]).nullable(),
  afterId: int.nullable(),
}
const filters = { userId: z.string(), status: IdeaStatus.nullable() }
const Counted = z.strictObject({ status: IdeaStatus, ideas: z.int() })
const Listed = z.strictObject({ total: z.int(), ideas: z.array(IdeaRow) })

/** The statements on ideas. */
export const ideaQueries = {
  get: query('get', ideaRef, IdeaDetailPart),
  list: query('list', { userId: z.string(), ...page }, Listed),
  listSorted: query('list-sorted', { ...filters, sort: z.string(), ...page }, Listed),
  listTagged: query(
    'list-tagged',
    { ...filters, sort: z.string(), tagKeys: z.array(z.string()), ...page },
    Listed,
  ),
  count: query('count', filters, Counted),
  countTagged: query('count-tagged', { ...filters, tagKeys: z.array(z.string()) }, Counted),
  create: query(
    'create',
    {
      ...ideaRef,
      ...fields,
      ...singleStatementParams,
      now: int,
      source: z.string(),
      tags,
      uniqueHash: z.string().nullable(),
      mostIdeas: int.nullable(),
      mostTags: int,
    },
    z.strictObject({
      idea: IdeaRow.nullable(),
      isCapped: z.boolean(),
      equal: z.int().nullable(),
      hasTooManyTags: z.boolean(),
    }),
  ),
  update: query(
    'update',
    {
      ...ideaRef,
      ...singleStatementParams,
      now: int,
      fields: z.object(fields).partial(),
      was: z.object({ title: z.string(), body: z.string() }).nullable(),
      tags: tags.nullable(),
      keepsTags: z.boolean(),
      mostOfIdea: int,
      mostTags: int,
    },
    IdeaDetailPart.extend({ refusal: z.enum(['stale', 'full', 'tags_too_many']).nullable() }),
  ),
  remove: query('remove', { ...ideaRef, ...singleStatementParams, now: int }, column('removed', z.boolean())),
}
planAtStart({ get: ideaQueries.get, list: ideaQueries.list }, 'alone')
// Merges change and answer ideas.
planAtStart({ get: ideaQueries.get, update: ideaQueries.update }, 'behind writes')

/** An idea to create, as parameters of its statement. */
export type NewIdea = z.input<typeof ideaQueries.create.params>
/** A change of an idea. */
export type IdeaChange = Omit<z.input<typeof ideaQueries.update.params>, 'mostOfIdea' | 'mostTags'>
/** The new idea, or what speaks against it. */
export type Creation = z.infer<typeof ideaQueries.create.row>

export type Listed = z.infer<typeof Listed>

/** Repository of ideas. */
export function createIdeaStore(graph: Graph) {
  return {
    write: graph.write,
    writeInOneStatement: graph.writeInOneStatement,
    /** Within a transaction if one is given. */
    get: async (
      userId: string,
      id: number,
      tx: Tx = { run: graph.read },
    ): Promise<IdeaDetailRow | undefined> => whole(await tx.run(ideaQueries.get, { userId, id })),
    list: async (params: z.input<typeof ideaQueries.list.params>): Promise<Listed> =>
      (await first(graph.read, ideaQueries.list, params)) ?? NOTHING,
    listSorted: async (params: z.input<typeof ideaQueries.listSorted.params>): Promise<Listed> =>
      (await first(graph.read, ideaQueries.listSorted, params)) ?? NOTHING,
    listTagged: async (params: z.input<typeof ideaQueries.listTagged.params>): Promise<Listed> =>
      (await first(graph.read, ideaQueries.listTagged, params)) ?? NOTHING,
    count: async (params: z.input<typeof ideaQueries.count.params>) => graph.read(ideaQueries.count, params),
    countTagged: async (params: z.input<typeof ideaQueries.countTagged.params>) =>
      graph.read(ideaQueries.countTagged, params),
    /** Creates an idea (`idea`), or tells what speaks against it. @throws Problem `invalid_credentials` */
    create: async (tx: Tx, idea: NewIdea): Promise<Creation> =>
      conditionalWrite(tx.run, ideaQueries.create, idea),
    /**
     * Sets the given fields of an idea, and its tags unless they are null, and returns it; 'stale' if its text is no longer what
     * it `was`, undefined if there is no such idea.
     * @throws Problem `invalid_credentials`, `tags_too_many`, `validation_error` (the idea would have too many tags)
     */
    update: async (tx: Tx, idea: IdeaChange): Promise<IdeaDetailRow | 'stale' | undefined> => {
      const limits = { mostOfIdea: MAX_TAGS, mostTags: TAGS_PER_ACCOUNT }
      const parts = await tx.run(ideaQueries.update, { ...idea, ...limits })
      if (parts[0] === undefined) throw new Problem('invalid_credentials')
      const { refusal } = parts[0]
      if (refusal === 'full') throw invalid('add_tags', TOO_MANY_TAGS)
      if (refusal === 'tags_too_many') throw new Problem(refusal)
      return refusal ?? whole(parts)
    },
    /** False if there is no such idea. @throws Problem `invalid_credentials` */
    remove: async (tx: Tx, idea: z.input<typeof ideaQueries.remove.params>): Promise<boolean> =>
      conditionalWrite(tx.run, ideaQueries.remove, idea),
  }
}
export type IdeaStore = ReturnType<typeof createIdeaStore>

/** The idea of the parts that were read. */
function whole(parts: readonly z.infer<typeof IdeaDetailPart>[]): IdeaDetailRow | undefined {
  const idea = parts[0]?.idea ?? undefined
  const links = parts.flatMap((part) => part.links)
  return idea && { ...idea, links, relations: parts.flatMap(({ relations }) => relations) }
}

const NOTHING: Listed = { total: 0, ideas: [] }

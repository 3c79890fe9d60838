import { z } from 'zod'
import { DuplicatePair, DuplicatePairs } from '../../duplicates/schema.ts'
import { IdeaDetail } from '../../ideas/schema.ts'
import { MergePreview, NotRestored, Unmerged } from '../../merges/schema.ts'
import { Id } from '../../../platform/schema.ts'
import {
  NextOffset,
  nextOffset,
  Paged,
  queryOf,
  Repeatable,
  tool,
  type ToolContext,
  type Tool,
} from '../tool.ts'

const Pair = {
  pair_id: Id.optional().meta({ description: 'A pair of possible duplicates' }),
  survivor_id: Id.optional().meta({ description: 'Instead of a pair: the idea that stays' }),
  absorbed_id: Id.optional().meta({ description: 'Instead of a pair: the idea that is folded into it' }),
}
type PairArgs = z.infer<z.ZodObject<typeof Pair>>
const isOnePair = ({ pair_id, survivor_id, absorbed_id }: PairArgs): boolean =>
  pair_id === undefined || (survivor_id === undefined && absorbed_id === undefined)
const TWO_PAIRS = { path: ['pair_id'], error: 'cannot be given with survivor_id or absorbed_id' }

const Preview = z.object({
  survivor: z.object({ id: Id, title: z.string() }).meta({ description: 'The idea as it would be' }),
  absorbed: z.object({ id: Id, title: z.string() }).meta({ description: 'The idea that would be archived' }),
  gains: z.object({ tags: z.array(z.string()), links: z.int(), relations: z.int() }),
  drops: z
    .object({ links: z.int(), relations: z.int() })
    .meta({ description: 'What the survivor has already' }),
  confirm: z.string().meta({ description: 'For resolve_duplicate, while neither idea is changed' }),
})

const duplicates = tool({
  name: 'duplicates',
  title: 'Possible duplicates',
  description:
    'Lists the pairs of possible duplicates that wait for a decision; with pair_id, or with survivor_id and absorbed_id, tells what a merge would do and changes nothing. ' +
    'Compare both ideas by the tool get before you propose a merge.',
  scope: 'ideas:read',
  input: z
    .object({ ...Pair, ...Paged })
    .refine(({ survivor_id: one, absorbed_id: other }) => (one === undefined) === (other === undefined), {
      path: ['survivor_id'],
      error: 'and absorbed_id must be given together',
    })
    .refine(isOnePair, TWO_PAIRS),
  argumentOf: { absorb_id: 'absorbed_id' },
  output: z.object({
    duplicates: z.array(DuplicatePair).optional(),
    total: z.int().optional(),
    next_offset: NextOffset.optional(),
    preview: Preview.optional(),
  }),
  async run(args, { call }) {
    if (args.pair_id !== undefined || args.survivor_id !== undefined) {
      return { preview: presented(await preview(args, call)) }
    }
    const { limit, offset } = args
    const { body, headers } = await call(
      'listDuplicates',
      { query: queryOf({ limit, offset }) },
      DuplicatePairs,
    )
    const total = Number(headers['X-Total-Count'])
    return { duplicates: body.duplicates, total, next_offset: nextOffset(args, total) }
  },
})

function presented({ merged, absorbed, moved, dropped, confirm }: MergePreview): z.infer<typeof Preview> {
  return {
    survivor: { id: merged.id, title: merged.title },
    absorbed,
    gains: { tags: moved.tags, links: moved.links.length, relations: moved.relations.length },
    drops: { links: dropped.links.length, relations: dropped.relations.length },
    confirm,
  }
}

async function preview(pair: PairArgs, call: ToolContext['call']): Promise<MergePreview> {
  const sent = mergeOf(pair, { preview: true })
  return (await call(sent.endpoint, sent, MergePreview)).body
}

function mergeOf(
  { pair_id, survivor_id, absorbed_id }: PairArgs,
  query: { confirm?: string | undefined; preview?: true },
) {
  return pair_id === undefined
    ? {
        endpoint: 'mergeIdeas',
        params: { id: String(survivor_id) },
        query: queryOf(query),
        body: { absorb_id: absorbed_id },
      }
    : { endpoint: 'mergeDuplicate', params: { id: String(pair_id) }, query: queryOf(query) }
}

const Resolve = z
  .object({
    action: z.enum(['merge', 'dismiss', 'undo']),
    ...Pair,
    confirm: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'To merge: the value of the preview (tool duplicates)' }),
    ...Repeatable,
  })
  .refine(({ action, confirm }) => action !== 'merge' || confirm !== undefined, {
    path: ['confirm'],
    error: 'is required to merge: call the tool duplicates with the pair first',
  })
  .refine(({ action, pair_id }) => action !== 'dismiss' || pair_id !== undefined, {
    path: ['pair_id'],
    error: 'is required to dismiss',
  })
  .refine(
    ({ action, pair_id, survivor_id, absorbed_id }) =>
      (action === 'merge' && pair_id !== undefined) ||
      action === 'dismiss' ||
      (survivor_id !== undefined && absorbed_id !== undefined),
    { path: ['survivor_id'], error: 'and absorbed_id are required' },
  )
  .refine(isOnePair, TWO_PAIRS)

/** What a merge answers: of a pair, of two ideas. */
const Merged = z.union([z.object({ success: z.literal(true) }), IdeaDetail])

const resolveDuplicate = tool({
  name: 'resolve_duplicate',
  title: 'Merge or dismiss duplicates, or undo a merge',
  description:
    'merge: folds the later idea of a pair (or absorbed_id) into the older one (or survivor_id), which archives it; needs the `confirm` value of the preview that you showed to the person. ' +
    'dismiss: these are two ideas, the pair is never raised again. undo: brings absorbed_id back out of survivor_id.',
  scope: 'ideas:write',
  destructive: true,
  input: Resolve,
  argumentOf: { absorb_id: 'absorbed_id' },
  output: z.object({
    done: z.enum(['merged', 'dismissed', 'undone']),
    not_restored: z.array(NotRestored).optional().meta({ description: 'What an undo could not bring back' }),
  }),
  async question(args, { call }) {
    if (args.action !== 'merge') return undefined
    const sent = mergeOf(args, { confirm: args.confirm, preview: true })
    const { body } = await call(sent.endpoint, sent, z.union([MergePreview, Merged]))
    // A call that is repeated with its key gets the answer of the merge: there is nothing left to ask.
    if (!('preview' in body)) return undefined
    const { merged, absorbed } = body
    const [one, other] = [absorbed, merged].map(({ id, title }) => `${JSON.stringify(title)} (${id})`)
    return `Merge ${one} into ${other}? The first is archived; the merge can be undone.`
  },
  async run(args, { call }) {
    const { action, pair_id, survivor_id, absorbed_id, confirm } = args
    if (action === 'dismiss') {
      await call('dismissDuplicate', { params: { id: String(pair_id) } }, z.unknown())
      return { done: 'dismissed' as const }
    }
    if (action === 'undo') {
      const sent = { params: { id: String(survivor_id) }, body: { absorbed_id } }
      const { body } = await call('unmergeIdeas', sent, Unmerged)
      return { done: 'undone' as const, not_restored: body.not_restored }
    }
    const sent = mergeOf(args, { confirm })
    await call(sent.endpoint, sent, Merged)
    return { done: 'merged' as const }
  },
})

/** Tools on duplicates. */
export const duplicateTools: readonly Tool[] = [duplicates, resolveDuplicate]

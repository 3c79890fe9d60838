import { Readable } from 'node:stream'
import { Scope, type Actor } from '../../../src/platform/auth/actor.ts'
import type { Graph } from '../../../src/platform/graph/graph.ts'
import { createSequence } from '../../../src/platform/graph/sequence.ts'
import { keysOf } from '../../../src/features/ideas/content.ts'
import { createImports } from '../../../src/features/imports/imports.ts'
import type { ImportReport } from '../../../src/features/imports/schema.ts'
import { createImportStore } from '../../../src/features/imports/store.ts'
import { createRelations } from '../../../src/features/relations/relations.ts'
import { createRelationStore } from '../../../src/features/relations/store.ts'
import { Problem } from '../../../src/platform/problems.ts'
import { createTagStore } from '../../../src/features/tags/store.ts'
import { createTags } from '../../../src/features/tags/tags.ts'
import type { TestUser } from '../../support/service.ts'

/** What happens on the way of an import; `atBatch` is called inside the transaction of each batch, counted from 1. */
export type Interruption = Readonly<{
  beforeRoom?: () => Promise<void>
  beforeBegin?: () => Promise<void>
  atBatch?: (number: number) => void
}>

type Given = Readonly<{ graph: Graph; folder: string; user: TestUser; lines: string; cap: number }>

/** Imports JSON Lines in this process as another process would, with something happening on the way. */
export async function importHere(
  { graph, folder, user, lines, cap }: Given,
  { beforeRoom, beforeBegin, atBatch }: Interruption,
): Promise<ImportReport> {
  const sequence = (name: 'idea' | 'tag' | 'link' | 'relation' | 'duplicate') => createSequence(graph, name)
  const tags = createTags({ store: createTagStore(graph), nextId: sequence('tag').next, clock: Date.now })
  const relations = createRelations({
    store: createRelationStore(graph),
    nextId: sequence('relation').next,
    clock: Date.now,
    ideaNotFound: async () => new Problem('idea_not_found'),
  })
  let batches = 0
  const block = sequence('idea').block
  const imports = createImports({
    store: createImportStore(graph),
    keysOf,
    relations,
    tags: {
      list: tags.list,
      async resolve(tx, userId, names) {
        atBatch?.((batches += 1))
        return tags.resolve(tx, userId, names)
      },
    },
    blocks: {
      async ideas(size) {
        await beforeBegin?.()
        return block(size)
      },
      links: sequence('link').block,
      relations: sequence('relation').block,
      duplicates: sequence('duplicate').block,
    },
    async usage() {
      await beforeRoom?.()
      const ideas = Number((await user.api.get('/ideas?limit=1')).headers.get('x-total-count'))
      return { ideas, attachmentBytes: 0 }
    },
    freePlanIdeaCap: cap,
    accountBytes: 0,
    storeFiles: async () => undefined,
    spoolFolder: folder,
    wake: () => undefined,
    clock: Date.now,
  })
  const actor: Actor = {
    userId: user.user_id,
    plan: user.plan,
    kind: 'api_key',
    credentialId: 'none',
    secretHash: 'none',
    scopes: Scope.options,
    source: 'api',
    idempotency: undefined,
  }
  const stream = Readable.from([Buffer.from(lines)])
  return imports.run(actor, { mode: 'continue', dry_run: false }, { form: 'lines', stream })
}

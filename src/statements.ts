import { accountQueries } from './account/store.ts'
import { autoTagQueries } from './auto-tags/store.ts'
import { byokQueries } from './byok/store.ts'
import { developQueries } from './develop/store.ts'
import { duplicateQueries } from './duplicates/store.ts'
import { exportQueries } from './exports/store.ts'
import { ledgerQueries } from './graph/graph.ts'
import { sequenceQueries } from './graph/sequence.ts'
import { ideaQueries } from './ideas/store.ts'
import { importQueries } from './imports/store.ts'
import { indexingQueries } from './indexing/store.ts'
import { keyQueries } from './keys/store.ts'
import { linkQueries } from './links/store.ts'
import { mapQueries } from './map/store.ts'
import { mcpTokenQueries } from './mcp-tokens/store.ts'
import { mergeQueries } from './merges/store.ts'
import { relationQueries } from './relations/store.ts'
import { searchQueries } from './search/store.ts'
import { sessionQueries } from './sessions/store.ts'
import { tagQueries } from './tags/store.ts'

/** All statements of the service, for what is done with each of them before it serves. */
export const STATEMENTS = [
  ledgerQueries,
  sequenceQueries,
  ideaQueries,
  tagQueries,
  autoTagQueries,
  linkQueries,
  relationQueries,
  mapQueries,
  searchQueries,
  duplicateQueries,
  mergeQueries,
  exportQueries,
  accountQueries,
  keyQueries,
  byokQueries,
  developQueries,
  mcpTokenQueries,
  importQueries,
  sessionQueries,
  indexingQueries,
].flatMap((queries) => Object.values(queries))

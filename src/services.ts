import path from 'node:path'
import type { Logger } from 'pino'
import { createAccounts } from './account/accounts.ts'
import { accountRoutes } from './account/routes.ts'
import { createErasure } from './account/erasure.ts'
import { createOwnAccount } from './account/own-account.ts'
import { createPasswordCheck } from './account/password-check.ts'
import { createAccountStore } from './account/store.ts'
import { createAdmission, dayOf } from './admission/admission.ts'
import { createAttempts } from './admission/attempts.ts'
import { createAdmissionCache } from './admission/cache.ts'
import { OperatorError, type Config } from './config.ts'
import { composeBackground } from './compose-background.ts'
import { composeCredentials } from './compose-credentials.ts'
import { composeDevelop, masterKeysOf } from './compose-develop.ts'
import { createDuplicates } from './duplicates/duplicates.ts'
import { DEFAULT_THRESHOLD } from './duplicates/judge.ts'
import { duplicateRoutes } from './duplicates/routes.ts'
import { createDuplicateStore } from './duplicates/store.ts'
import { createExports } from './exports/exports.ts'
import { exportRoutes } from './exports/routes.ts'
import { createExportStore } from './exports/store.ts'
import { createDriver } from './graph/driver.ts'
import { createGraph } from './graph/graph.ts'
import { migrate } from './graph/migrations.ts'
import { createSequence } from './graph/sequence.ts'
import { warmUp } from './graph/warm-up.ts'
import { healthRoutes } from './health/routes.ts'
import type { Endpoint } from './http/endpoint.ts'
import { createIdeas } from './ideas/ideas.ts'
import { createMissing } from './ideas/missing.ts'
import { ideaRoutes } from './ideas/routes.ts'
import { createIdeaStore } from './ideas/store.ts'
import { createImports } from './imports/imports.ts'
import { importRoutes } from './imports/routes.ts'
import { createImportStore } from './imports/store.ts'
import { createLinks } from './links/links.ts'
import { linkRoutes } from './links/routes.ts'
import { createLinkStore } from './links/store.ts'
import { createMap } from './map/map.ts'
import { mapRoutes } from './map/routes.ts'
import { createMapStore } from './map/store.ts'
import { createMerges } from './merges/merges.ts'
import { mergeRoutes } from './merges/routes.ts'
import { createMergeStore } from './merges/store.ts'
import type { Patience } from './queue/queue.ts'
import { createRedis } from './redis/connection.ts'
import { createRelations } from './relations/relations.ts'
import { relationRoutes } from './relations/routes.ts'
import { createRelationStore } from './relations/store.ts'
import { searchRoutes } from './search/routes.ts'
import { createSearch } from './search/search.ts'
import { createSearchStore } from './search/store.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { createSessions } from './sessions/sessions.ts'
import { createSignIn } from './sessions/sign-in.ts'
import { createSessionStore } from './sessions/store.ts'
import { createBulkTagging } from './tags/bulk.ts'
import { createTags } from './tags/tags.ts'
import { tagRoutes } from './tags/routes.ts'
import { createTagStore } from './tags/store.ts'
import { STATEMENTS } from './statements.ts'
import { VERSION } from './version.ts'

/** What the processes are made of beside the configuration; tests give their own clock and less patience. */
export type Surroundings = Readonly<{
  log: Logger
  clock?: () => number
  patience?: Patience
  claudeTimeoutMs?: number
  providerTimeoutMs?: number
}>

/** Some two minutes in all. */
const PATIENCE: Patience = { attempts: 8, firstWaitMs: 1_000, longestWaitMs: 60_000 }
/**
 * The composition root: the only place where things are wired. Nothing is asked of the databases yet.
 * @throws OperatorError when an address or the master key is missing; nothing is open then
 */
export function createServices(config: Config, surroundings: Surroundings) {
  const { log, clock = Date.now, patience = PATIENCE, claudeTimeoutMs } = surroundings
  const { uri } = config.neo4j
  if (uri === undefined)
    throw new OperatorError('NEO4J_URI is required (npm start brings up a database itself)')
  if (config.redisUrl === undefined)
    throw new OperatorError('REDIS_URL is required (npm start brings it up itself)')
  const masterKeys = masterKeysOf(config)
  const driver = createDriver({ ...config.neo4j, uri })
  const graph = createGraph(driver, config.neo4j.database, clock)
  const address = { url: config.redisUrl, cluster: config.redisCluster }
  const redis = createRedis(address, log)
  const cache = createAdmissionCache(redis)
  const { freePlanIdeaCap } = config

  const ids = {
    idea: createSequence(graph, 'idea'),
    tag: createSequence(graph, 'tag'),
    link: createSequence(graph, 'link'),
    relation: createSequence(graph, 'relation'),
    duplicate: createSequence(graph, 'duplicate'),
  }
  const duplicateStore = createDuplicateStore(graph)
  const duplicates = createDuplicates({
    store: duplicateStore,
    defaultThreshold: DEFAULT_THRESHOLD,
    nextRelationId: ids.relation.next,
    clock,
  })

  const credentials = composeCredentials({ graph, cache, clock })
  const admission = createAdmission({
    cache,
    lookup: credentials.lookup,
    dailyQuota: config.dailyQuota,
    clock,
  })
  const attempts = createAttempts(redis)
  const check = createPasswordCheck({ attempts })
  const accountStore = createAccountStore(graph)
  const erasure = createErasure({
    store: accountStore,
    bury: cache.bury,
    forget: async ({ id, emailKey }) => {
      await cache.forget(id, dayOf(clock()).name)
      await attempts.forget(emailKey)
    },
    clock,
  })
  const accounts = createAccounts({
    store: accountStore,
    bury: cache.bury,
    publishPlan: cache.setPlan,
    erase: erasure.erase,
    forgetAttempts: attempts.forget,
    freePlanIdeaCap,
    clock,
  })
  const own = createOwnAccount({
    store: accountStore,
    check,
    bury: cache.bury,
    erase: erasure.erase,
    settingsChanged: duplicates.applyThreshold,
    clock,
  })
  const sessions = createSessions({
    store: createSessionStore(graph),
    bury: cache.bury,
    supersede: cache.supersede,
    reinstate: cache.reinstate,
    clock,
  })
  const signing = createSignIn({
    accounts,
    check,
    takeSignUp: attempts.takeSignUp,
    startSession: sessions.start,
    allowSignUp: config.allowSignUp,
  })
  const tagDeps = { store: createTagStore(graph), nextId: ids.tag.next, clock }
  const tags = createTags(tagDeps)
  const searchStore = createSearchStore(graph)
  const background = composeBackground({
    config,
    graph,
    redis,
    address,
    tags,
    duplicateStore,
    searchStore,
    nextPairId: ids.duplicate.next,
    nextRelationId: ids.relation.next,
    patience,
    claudeTimeoutMs,
    log,
    clock,
  })
  const { indexing, autoTags } = background
  const ideaStore = createIdeaStore(graph)
  const missing = createMissing({ store: ideaStore })
  const links = createLinks({ store: createLinkStore(graph), nextId: ids.link.next, clock, missing })
  const relations = createRelations({
    store: createRelationStore(graph),
    nextId: ids.relation.next,
    clock,
    missing,
  })
  const ideas = createIdeas({
    store: ideaStore,
    nextId: ids.idea.next,
    nextRelationId: ids.relation.next,
    clock,
    freePlanIdeaCap,
    tags,
    parents: relations,
    missing,
    wake: indexing.wake,
  })
  const merges = createMerges({
    store: createMergeStore(graph),
    ideas,
    missing,
    clock,
    freePlanIdeaCap,
    wake: indexing.wake,
  })
  const develop = composeDevelop({ ...surroundings, config, masterKeys, graph, redis, missing, clock })
  const search = createSearch({
    store: searchStore,
    queryVectors: indexing.queryVectors,
    settled: indexing.settled,
  })
  const maps = createMap({ store: createMapStore(graph), build: VERSION })
  const exports = createExports({ store: createExportStore(graph), clock })
  const imports = createImports({
    store: createImportStore(graph),
    tags,
    blocks: {
      ideas: ids.idea.block,
      links: ids.link.block,
      relations: ids.relation.block,
      duplicates: ids.duplicate.block,
    },
    ideaCount: accountStore.ideaCount,
    freePlanIdeaCap,
    spoolFolder: path.join(config.dataDir, 'imports'),
    wake: indexing.wake,
    clock,
  })

  const endpoints: readonly Endpoint[] = [
    ...searchRoutes(search),
    ...duplicateRoutes(duplicates),
    ...ideaRoutes(ideas),
    ...tagRoutes(tags, createBulkTagging(tagDeps)),
    ...linkRoutes(links, relations),
    ...relationRoutes(relations),
    ...mergeRoutes(merges),
    ...mapRoutes(maps),
    ...exportRoutes(exports),
    ...accountRoutes(accounts, own),
    ...sessionRoutes(sessions, signing, clock),
    ...credentials.endpoints,
    ...develop.endpoints,
    ...importRoutes(imports),
    ...healthRoutes({ answers: graph.answers, clock }),
  ]
  return {
    accounts,
    admission,
    autoTags,
    endpoints,
    indexing,
    rotation: develop.rotation,
    migrate: async (): Promise<void> => migrate(driver, config.neo4j.database, clock),
    /** Has the database plan the statements, so that the first requests need not wait for that. */
    warmUp: async (): Promise<void> => warmUp(driver, config.neo4j.database, STATEMENTS, config.warmUpMs),
    /** Housekeeping that any process may do at any time. */
    async sweep(): Promise<void> {
      await graph.sweep()
      await sessions.sweep()
      await credentials.sweep()
      await erasure.finish()
    },
    async close(): Promise<void> {
      await background.close()
      await Promise.all([graph.close(), redis.close()])
    },
  }
}
export type Services = ReturnType<typeof createServices>

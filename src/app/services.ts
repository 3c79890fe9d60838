import { createAccountFeature } from '../features/account/feature.ts'
import { createAssistantsFeature } from '../features/assistants/feature.ts'
import { createAttachmentsFeature } from '../features/attachments/feature.ts'
import { createAutoTagsFeature } from '../features/auto-tags/feature.ts'
import { createCredentialsFeature } from '../features/credentials/feature.ts'
import { createDashboardFeature } from '../features/dashboard/feature.ts'
import { createDevelopFeature } from '../features/develop/feature.ts'
import { createDuplicatesFeature } from '../features/duplicates/feature.ts'
import { createExportsFeature } from '../features/exports/feature.ts'
import { createHealthFeature } from '../features/health/feature.ts'
import { createIdeasFeature } from '../features/ideas/feature.ts'
import { createImportsFeature } from '../features/imports/feature.ts'
import { createIndexingFeature } from '../features/indexing/feature.ts'
import { createInsightsFeature } from '../features/insights/feature.ts'
import { createLinksFeature } from '../features/links/feature.ts'
import { createMapFeature } from '../features/map/feature.ts'
import { createMergesFeature } from '../features/merges/feature.ts'
import { createOAuthFeature } from '../features/oauth/feature.ts'
import { createProviderKeysFeature } from '../features/provider-keys/feature.ts'
import { createRelationsFeature } from '../features/relations/feature.ts'
import { createSearchFeature } from '../features/search/feature.ts'
import { createSessionsFeature } from '../features/sessions/feature.ts'
import { TOKEN_MS as tokenMs } from '../features/sessions/lifetimes.ts'
import { createSurvivorsFeature } from '../features/survivors/feature.ts'
import { createTagsFeature } from '../features/tags/feature.ts'
import type { Feature } from '../platform/feature.ts'
import type { Platform } from '../platform/platform.ts'
import type { Config } from './config.ts'
import { VERSION } from './version.ts'

/** Creates all features in order of their dependencies. @throws OperatorError in production without a master key */
export function createServices(platform: Platform, config: Config) {
  const survivors = createSurvivorsFeature(platform)
  const tags = createTagsFeature(platform)
  const relations = createRelationsFeature(platform, survivors)
  const links = createLinksFeature(platform, { ...survivors, ...relations })
  const attachments = createAttachmentsFeature(platform, survivors, config)
  const indexing = createIndexingFeature(platform, config)
  const search = createSearchFeature(platform, indexing)
  const duplicates = createDuplicatesFeature(platform, { ...search, ...indexing }, config)
  const ideas = createIdeasFeature(platform, { ...config, ...survivors, ...tags, ...relations, ...indexing })
  const autoTags = createAutoTagsFeature(platform, { ...tags, ...ideas, ...indexing }, config)
  const merges = createMergesFeature(platform, {
    ...config,
    ...ideas,
    ...relations,
    ...survivors,
    ...indexing,
  })
  const map = createMapFeature(platform, survivors, { ...config, build: VERSION })
  const insights = createInsightsFeature(platform, map)
  const account = createAccountFeature(platform, { ...config, ...duplicates, ...attachments, tokenMs })
  const sessions = createSessionsFeature(platform, { ...config, ...account })
  const oauth = createOAuthFeature(platform, sessions, config)
  const credentials = createCredentialsFeature(platform, oauth)
  const providerKeys = createProviderKeysFeature(platform, oauth, config)
  const develop = createDevelopFeature(platform, { ...survivors, ...providerKeys })
  const exports = createExportsFeature(platform, attachments)
  const imports = createImportsFeature(platform, {
    ...config,
    ...ideas,
    ...tags,
    ...relations,
    ...account,
    ...indexing,
    ...attachments,
  })
  const health = createHealthFeature(platform)
  // In the order of routing: fixed paths (`/ideas/search`) before parameters (`/ideas/:id`).
  const features = {
    search,
    duplicates,
    ideas,
    tags,
    links,
    attachments,
    relations,
    merges,
    map,
    insights,
    exports,
    account,
    sessions,
    credentials,
    oauth,
    providerKeys,
    develop,
    imports,
    health,
    survivors,
    autoTags,
    indexing,
  }
  const endpoints = Object.values<Feature>(features).flatMap((feature) => feature.endpoints ?? [])
  return {
    ...features,
    assistants: createAssistantsFeature(endpoints, VERSION),
    dashboard: createDashboardFeature(config),
  }
}

/** All features. */
export type Services = ReturnType<typeof createServices>

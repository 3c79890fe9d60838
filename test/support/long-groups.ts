import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/**
 * Slow tests: test files, or a command that prints the closing line of a run. `.ci/run` runs a group if its `paths` changed,
 * `npm run test:long` runs all groups.
 */
export type LongGroup = Readonly<{
  name: string
  paths: readonly string[]
  tests?: readonly string[]
  command?: readonly [string, ...string[]]
}>

export const LONG_GROUPS: readonly LongGroup[] = [
  {
    name: 'processes and servers that are killed',
    paths: [
      'src/app/*',
      'src/features/{attachments,indexing}/**',
      'src/platform/{files,graph,jobs,redis}/**',
      'cypher/{attachments,graph,indexing,migrations}/**',
    ],
    tests: [
      'test/features/attachments/killed.test.ts',
      'test/features/indexing/killed.test.ts',
      'test/features/indexing/ending.test.ts',
      'test/features/indexing/redis-lost.test.ts',
    ],
  },
  {
    name: 'a change of the embedding model',
    paths: ['src/features/{indexing,search}/**', 'src/platform/embeddings/**', 'cypher/{indexing,search}/**'],
    tests: [
      'test/features/indexing/first-index.test.ts',
      'test/features/indexing/model-change.test.ts',
      'test/features/indexing/refusing-model.test.ts',
    ],
  },
  {
    name: 'the processes of the local models',
    paths: ['src/platform/embeddings/**'],
    tests: ['test/platform/embeddings/local.test.ts'],
  },
  {
    name: 'memory',
    paths: [
      'src/app/*',
      'src/features/{attachments,exports,imports,map}/**',
      'src/platform/{files,graph,http}/**',
      'cypher/{exports,map}/**',
    ],
    tests: [
      'test/features/attachments/memory.test.ts',
      'test/features/exports/memory.test.ts',
      'test/features/imports/bounds.test.ts',
      'test/features/map/memory.test.ts',
    ],
  },
  {
    name: 'ten minutes of mixed load',
    paths: [
      'package.json',
      'src/app/*',
      'src/platform/{auth,graph,http,jobs,limits,redis}/**',
      'test/app/load/*',
    ],
    tests: ['test/app/load/mixed-load.test.ts'],
  },
  {
    name: 'maps while another process writes',
    paths: ['src/features/map/**', 'src/platform/graph/**', 'cypher/{graph,map}/**'],
    tests: ['test/features/map/consistency.test.ts'],
  },
  {
    name: 'a Redis Cluster',
    paths: ['src/platform/{auth,jobs,limits,redis}/**'],
    tests: ['test/features/indexing/redis-cluster.test.ts', 'test/platform/redis/cluster.test.ts'],
  },
  {
    name: 'npm start and the npm package',
    paths: [
      'package.json',
      'src/app/*',
      'src/cli/*',
      'src/features/provider-keys/*',
      'src/local/*',
      'src/platform/embeddings/model-files.ts',
      'tsconfig.build.json',
    ],
    tests: [
      'test/cli/package.test.ts',
      'test/features/provider-keys/start.test.ts',
      'test/local/dev.test.ts',
      'test/local/model.test.ts',
      'test/local/own-servers.test.ts',
      'test/local/start.test.ts',
    ],
  },
  {
    name: 'the commands of docs/cli.md',
    paths: ['docs/cli.md', 'src/cli/**'],
    tests: ['test/cli/docs.test.ts'],
  },
  {
    name: 'an upgrade of a database that an older version filled',
    paths: ['src/platform/{graph,jobs}/*', 'cypher/migrations/*'],
    tests: ['test/app/upgrade/names.test.ts', 'test/app/upgrade/upgrade.test.ts'],
  },
  {
    name: 'Neo4j unavailable: 503 within five seconds',
    paths: ['src/app/*', 'src/features/map/{map,parts,read-slots}.ts', 'src/platform/{graph,http}/*'],
    tests: [
      'test/platform/graph/database-unavailable.alone.test.ts',
      'test/platform/graph/database-unavailable.test.ts',
    ],
  },
  {
    name: 'random histories of merges and imports',
    paths: [
      'src/features/{duplicates,ideas,imports,links,merges,relations,survivors,tags}/*',
      'cypher/{duplicates,ideas,imports,links,merges,relations,survivors,tags}/*',
    ],
    tests: ['test/features/imports/interleaved.test.ts', 'test/features/merges/properties.test.ts'],
  },
  {
    name: 'requests made of the OpenAPI document',
    paths: ['src/platform/http/**'],
    tests: ['test/app/contract/schemathesis.test.ts'],
  },
  {
    name: 'npm test on servers of its own',
    paths: ['src/local/*', 'test/support/*'],
    tests: ['test/local/run.test.ts'],
  },
  {
    name: 'containers',
    paths: [
      '.ci/*.sh',
      '.ci/{run,images}',
      '.ci/images/**',
      '.dockerignore',
      'Dockerfile',
      'docker-compose.yml',
      'package-lock.json',
      'src/local/*',
      'tsconfig.build.json',
    ],
    command: ['bash', '.ci/containers.sh'],
  },
]

/** Paths outside the groups, for which `npm test` is sufficient. */
export const NORMAL_PATHS: readonly string[] = [
  'src/cli/**',
  'src/features/**',
  'src/platform/*',
  'src/web/**',
  'src/platform/{auth,graph,http,limits,llm,telemetry}/**',
  'cypher/*/*.cypher',
  'cypher/browser/*.grass',
  'cypher/README.md',
]

/** The commit at which all groups passed, and the durations of test files in seconds. */
const Passed = z.object({ commit: z.string(), seconds: z.record(z.string(), z.number()) })

const root = path.resolve(import.meta.dirname, '../..')
const RECORD = path.join(root, '.ci/long-passed')

/** The test files of all groups. */
export function longTests(groups: readonly LongGroup[] = LONG_GROUPS): string[] {
  return groups.flatMap(({ tests = [] }) => tests)
}

/** Whether a path, relative to the root of the repository, matches one of the patterns. */
export function matches(file: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => path.matchesGlob(file, pattern))
}

/** The groups whose paths changed since the commit in `.ci/long-passed`; all of them without such a commit. */
export function changedGroups(): readonly LongGroup[] {
  const commit = readPassed()?.commit
  if (commit === undefined || !isKnown(commit)) return LONG_GROUPS
  const changed = [
    ...git('diff', '--name-only', commit),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  return LONG_GROUPS.filter(({ paths, tests = [] }) =>
    changed.some((file) => matches(file, [...paths, ...tests])),
  )
}

/** The content of `.ci/long-passed`; undefined if it does not exist. */
export function readPassed(): z.infer<typeof Passed> | undefined {
  return existsSync(RECORD) ? Passed.parse(JSON.parse(readFileSync(RECORD, 'utf8'))) : undefined
}

/** Records in `.ci/long-passed` that all groups passed, unless the checkout has changes; returns whether it did. */
export function recordPassed(seconds: Readonly<Record<string, number>>): boolean {
  if (git('status', '--porcelain').length > 0) return false
  const [commit = ''] = git('rev-parse', 'HEAD')
  const sorted = Object.fromEntries(Object.entries(seconds).toSorted(([, a], [, b]) => b - a))
  writeFileSync(RECORD, `${JSON.stringify({ commit, seconds: sorted }, undefined, 1)}\n`)
  return true
}

function isKnown(commit: string): boolean {
  try {
    git('cat-file', '-e', `${commit}^{commit}`)
    return true
  } catch {
    return false
  }
}

function git(...args: string[]): string[] {
  const output = execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return output.split('\n').filter((line) => line !== '')
}

import { readdir } from 'node:fs/promises'
import { expect } from 'chai'
import type { Plan } from 'neo4j-driver'
import { accountQueries } from '../../src/account/store.ts'
import { autoTagQueries, neighbourQueries } from '../../src/auto-tags/store.ts'
import { byokQueries } from '../../src/byok/store.ts'
import { developQueries } from '../../src/develop/store.ts'
import { duplicateQueries } from '../../src/duplicates/store.ts'
import { exportQueries } from '../../src/exports/store.ts'
import { ledgerQueries } from '../../src/graph/graph.ts'
import { migrationQueries } from '../../src/graph/migrations.ts'
import { sequenceQueries } from '../../src/graph/sequence.ts'
import { sampleOf } from '../../src/graph/warm-up.ts'
import { ideaQueries } from '../../src/ideas/store.ts'
import { importQueries } from '../../src/imports/store.ts'
import { indexingQueries, vectorIndexQueries } from '../../src/indexing/store.ts'
import { keyQueries } from '../../src/keys/store.ts'
import { linkQueries } from '../../src/links/store.ts'
import { mapQueries } from '../../src/map/store.ts'
import { mcpTokenQueries } from '../../src/mcp-tokens/store.ts'
import { mergeQueries } from '../../src/merges/store.ts'
import { relationQueries } from '../../src/relations/store.ts'
import { searchQueries, vectorQueries } from '../../src/search/store.ts'
import { sessionQueries } from '../../src/sessions/store.ts'
import { tagQueries } from '../../src/tags/store.ts'
import { createVectorIndex } from '../search/passages.ts'
import { givenDatabase, type TestDatabase } from '../support/database.ts'
import { newIdea } from '../support/factories.ts'
import { newUser } from '../support/service.ts'
import { prepare } from './lost-answers-cases.ts'

const STORES = [
  [
    accountQueries,
    duplicateQueries,
    exportQueries,
    ideaQueries,
    importQueries,
    keyQueries,
    ledgerQueries,
    linkQueries,
  ],
  [indexingQueries, vectorIndexQueries],
  [mapQueries, mergeQueries, migrationQueries, relationQueries, sequenceQueries, sessionQueries, tagQueries],
  [searchQueries, vectorQueries],
  [autoTagQueries, neighbourQueries],
  [byokQueries, developQueries, mcpTokenQueries],
].flat()
const QUERIES = STORES.flatMap((queries) => Object.values(queries))

/** Statements that read everything on purpose. */
const SCANS: Readonly<Record<string, string>> = {
  'account/list.cypher': 'an operator lists all accounts',
  'indexing/remove-passages-a.cypher': 'all passages of a slot go, its label has no others',
  'indexing/remove-passages-b.cypher': 'all passages of a slot go, its label has no others',
}
const SELDOM = [
  [
    'score',
    'confidence',
    'reasons',
    'color',
    'error',
    'failedAt',
    'hash',
    'text',
    'embedding',
    'slot',
    'model',
    'url',
  ],
  ['dimensions', 'state', 'cursor', 'reached', 'fed', 'report', 'room', 'passwordHash', 'userAgent'],
  ['startedAt', 'firstIdea', 'firstLink', 'firstRelation', 'firstDuplicate', 'tags', 'fingerprint', 'key'],
  ['undo', 'others'],
  ['awaitsTags', 'auto'],
  ['provider', 'masterKeyId', 'sealed', 'inputTokens', 'outputTokens', 'expiresAt', 'scopes'],
].flat()
const SCAN = /^(NodeByLabelScan|AllNodesScan|.*RelationshipTypeScan|.*AllRelationshipsScan)/

function operators(plan: Plan): string[] {
  return [plan.operatorType.split('@')[0] ?? '', ...plan.children.flatMap(operators)]
}

describe('the statements of cypher/', () => {
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  before(async () => {
    const { api } = await newUser()
    await prepare(api)
    await newIdea(api, { source_url: 'https://example.org' })
    await createVectorIndex(database, 'a')
    await createVectorIndex(database, 'b')
    // What is seldom there, or made by merges and the detection of duplicates only, Neo4j would take for a mistake.
    for (const label of [
      'DuplicatePair',
      'Import',
      'McpToken',
      'ProviderKey',
      'Specification',
      'Passage',
      'PassageA',
      'PassageB',
      'EmbeddingIndex',
    ]) {
      await database.query('CALL db.createLabel($label)', { label })
    }
    for (const name of SELDOM) {
      await database.query('CALL db.createProperty($name)', { name })
    }
    for (const type of ['MERGED_INTO', 'FLAGS', 'DUPLICATE_OF', 'HAS_PASSAGE', 'HAS_SPECIFICATION']) {
      await database.query('CALL db.createRelationshipType($type)', { type })
    }
  })

  it('are each declared by one store, and nothing is declared that is not there', async () => {
    const files = await readdir(new URL('../../cypher/', import.meta.url), { recursive: true })
    const statements = files.filter(
      (file) => file.endsWith('.cypher') && !/^(migrations|browser)\//.test(file),
    )
    expect(QUERIES.map(({ file }) => file).sort()).to.deep.equal(statements.sort())
  })

  for (const { file, text, params } of QUERIES) {
    it(`are planned without warnings, scans and unbounded expansions: ${file}`, async () => {
      const session = database.driver.session({ database: 'neo4j' })
      try {
        const { summary } = await session.run(`EXPLAIN ${text}`, sampleOf(params) as object)
        const notes = summary.notifications.map(({ code, description }) => `${code} ${description}`)
        expect(notes).to.deep.equal([])
        if (summary.plan === false) throw new Error('Neo4j shows no plan')
        const used = operators(summary.plan)
        expect(used).not.to.include('VarLengthExpand(All)')
        const scans = used.filter((operator) => SCAN.test(operator))
        if (SCANS[file] === undefined) expect(scans).to.deep.equal([])
        else expect(scans, 'what SCANS excuses').not.to.deep.equal([])
      } finally {
        await session.close()
      }
    })
  }
})

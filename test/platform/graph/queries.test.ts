import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'chai'
import type { Plan } from 'neo4j-driver'
import type { Query } from '../../../src/platform/graph/query.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { declaredQueries } from '../../support/declared-queries.ts'
import { newIdea } from '../../support/factories.ts'
import { newUser } from '../../support/service.ts'
import { prepare } from './lost-answers-cases.ts'

const CYPHER = path.resolve(import.meta.dirname, '../../../cypher')
const QUERIES = await declaredQueries()

/** Statements that read everything on purpose. */
const SCANS: Readonly<Record<string, string>> = {
  'account/list.cypher': 'an operator lists all accounts',
  'search/formless.cypher': 'after an upgrade; later no idea has the label',
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
    'attempts',
    'hash',
    'text',
    'embedding',
    'slot',
    'model',
    'url',
  ],
  ['dimensions', 'state', 'cursor', 'reached', 'fed', 'report', 'room', 'passwordHash', 'userAgent'],
  ['startedAt', 'firstIdea', 'firstLink', 'firstRelation', 'firstDuplicate', 'tags', 'fingerprint', 'key'],
  ['undo', 'refused', 'relatedAt', 'lastUsedAt'],
  ['awaitsTags', 'auto', 'bytes', 'mediaType'],
  ['provider', 'masterKeyId', 'sealed', 'inputTokens', 'outputTokens', 'expiresAt', 'scopes'],
  ['metadata', 'payload', 'clientName', 'clientUri', 'kind', 'audience', 'usedBy'],
].flat()
const SCAN = /^(NodeByLabelScan|AllNodesScan|.*RelationshipTypeScan|.*AllRelationshipsScan|DynamicLabelScan)/

function operators(plan: Plan): string[] {
  return [operator(plan), ...plan.children.flatMap(operators)]
}

/** A label or type that is a parameter is looked up in its index when an equality of a property is part of the operator. */
function operator({ operatorType, arguments: { Details = '' } }: Plan): string {
  const name = operatorType.split('@')[0] ?? ''
  const isScan = /^Dynamic.*Lookup$/.test(name) && !String(Details).includes(' = $')
  return isScan ? 'DynamicLabelScan' : name
}

describe('the statements of cypher/', () => {
  it('of the two slots of the vector index differ in nothing but the slot', async () => {
    const ofSlotA = (await readdir(CYPHER, { recursive: true })).filter((file) => file.endsWith('-a.cypher'))
    expect(ofSlotA).to.have.length.above(4)
    for (const file of ofSlotA) {
      const [a, b] = await Promise.all(
        [file, file.replace('-a.cypher', '-b.cypher')].map(async (one) =>
          readFile(path.join(CYPHER, one), 'utf8'),
        ),
      )
      const renamed = a
        ?.replaceAll('PassageA', 'PassageB')
        .replaceAll('passages_a', 'passages_b')
        .replaceAll("'a'", "'b'")
      expect(b, file).to.equal(renamed)
    }
  })

  let database: TestDatabase
  givenDatabase((given) => (database = given))
  before(async () => {
    const { api } = await newUser()
    await prepare(api)
    await newIdea(api, { source_url: 'https://example.org' })
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
      'WithoutForms',
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
    const files = await readdir(new URL('../../../cypher/', import.meta.url), { recursive: true })
    const statements = files.filter(
      (file) => file.endsWith('.cypher') && !/^(migrations|browser)\//.test(file),
    )
    expect(QUERIES.map(({ file }) => file).sort()).to.deep.equal(statements.sort())
  })

  it('take the lock of the ledger before they read anything else, where they are transactions of their own', async () => {
    const alone = QUERIES.filter(({ params }) => 'requestId' in params.shape)
    expect(alone.map(({ file }) => file)).to.include('relations/create-blocks.cypher')
    for (const query of alone) {
      const { file } = query
      const [first, second] = inOrder((await explained(query)).plan)
      expect(first, file).to.match(/^NodeUniqueIndexSeek.* l:Ledger\(userId\)/)
      expect(second, file).to.match(/^SetLabels.* l:Ledger/)
    }
  })

  it('ask for relations of a type that is a parameter only by their id: Neo4j may read all of that type', () => {
    const reads = QUERIES.map(({ file, text }) => ({ file, text: text.replaceAll(/CREATE [^\n]*/g, '') }))
    const found = reads.filter(({ text }) => /-\[\w*:\$\([^)]*\)(?! \{id: )/.test(text))
    expect(found.map(({ file }) => file)).to.deep.equal([])
  })

  for (const query of QUERIES) {
    const { file } = query
    it(`are planned without warnings, scans and unbounded expansions: ${file}`, async () => {
      const { plan, notes } = await explained(query)
      expect(notes).to.deep.equal([])
      const used = operators(plan)
      expect(used).not.to.include('VarLengthExpand(All)')
      const scans = used.filter((operator) => SCAN.test(operator))
      if (SCANS[file] === undefined) expect(scans).to.deep.equal([])
      else expect(scans, 'what SCANS excuses').not.to.deep.equal([])
    })
  }

  const explained = async ({ text }: Query): Promise<{ plan: Plan; notes: string[] }> => {
    const session = database.driver.session({ database: 'neo4j' })
    try {
      const { summary } = await session.run(`EXPLAIN ${text}`, { params: {} })
      if (summary.plan === false) throw new Error('Neo4j shows no plan')
      const notes = summary.notifications.map(({ code, description }) => `${code} ${description}`)
      return { plan: summary.plan, notes }
    } finally {
      await session.close()
    }
  }
})

/** The operators with their details, in the order in which a single row passes them. */
function inOrder({ children, operatorType, arguments: { Details = '' } }: Plan): string[] {
  return [...children.flatMap(inOrder), `${operatorType} ${String(Details)}`]
}

/** Every statement that the modules of the graph and the stores of the features export. */

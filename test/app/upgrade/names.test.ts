import { expect } from 'chai'
import { migrate } from '../../../src/platform/graph/migrations.ts'
import { declaredQueries } from '../../support/declared-queries.ts'
import { givenOwnServers, type OwnServers } from '../../support/own-servers.ts'

describe('a new database', () => {
  let servers: OwnServers
  givenOwnServers((given) => (servers = given))

  it('knows every name in a statement, at whose first use plans would be made again', async () => {
    await migrate(servers.driver, 'neo4j', Date.now)
    const session = servers.driver.session()
    const unknownIn = async (text: string): Promise<string[]> => {
      const { summary } = await session.run(`EXPLAIN ${text}`, { params: {} })
      return summary.notifications.flatMap(
        ({ description }) => /missing .* is: ([^)]*)\)/.exec(description)?.[1] ?? [],
      )
    }
    expect(await unknownIn('MATCH (n:Nowhere) RETURN n')).to.deep.equal(['Nowhere'])
    const unknown = new Set<string>()
    const failed: string[] = []
    for (const { file, text } of await declaredQueries()) {
      const names = await unknownIn(text).catch(() => {
        failed.push(file)
        return []
      })
      for (const name of names) unknown.add(name)
    }
    await session.close()
    expect([...unknown].sort()).to.deep.equal([])
    // They need a vector index, which is made for a model.
    for (const file of failed) expect(file).to.match(/-[ab]\.cypher$/)
  })
})

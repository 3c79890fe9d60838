// A process that does nothing but migrate the throw-away database, as often at once as its argument says.
import { migrate } from '../../../src/platform/graph/migrations.ts'
import { openDatabase } from '../../support/database.ts'

await Promise.all(
  Array.from({ length: Number(process.argv[2]) }, async () => {
    const { driver } = openDatabase()
    await migrate(driver, 'neo4j', Date.now)
    await driver.close()
  }),
)

// A process that does nothing but migrate the throw-away database.
import { migrate } from '../../src/graph/migrations.ts'
import { openDatabase } from '../support/database.ts'

const { driver } = openDatabase()
await migrate(driver, 'neo4j', Date.now)
await driver.close()

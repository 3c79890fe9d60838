// npm run screenshots: brings the service up with the sample graph, drops the saved queries and the style on Neo4j Browser in a real
// Chromium, runs one query, and writes docs/images/neo4j-browser.png; then photographs every page of the dashboard. Fails if Neo4j Browser
// does not take a file.
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { readInstance, type Instance } from '../../src/local/instance.ts'
import { CHROMIUM } from '../features/oauth/chromium.ts'
import { npmStart, temporaryFolders } from '../local/npm-start.ts'
import { shootDashboard } from './dashboard-screenshots.ts'
import { until } from './until.ts'

const root = path.resolve(import.meta.dirname, '../..')
const FOLDER = path.join(root, 'cypher/browser')
const IMAGE = path.join(root, 'docs/images/neo4j-browser.png')
const QUERY = 'What blocks what, as a graph'
const ANSWERED_MS = 3_000
const WITHIN_MS = 30_000

/** Drops a file on the page until that takes it: at first the page may not listen yet, or close what it asks again. */
async function drop(page: Page, file: string, take: () => Promise<void>): Promise<void> {
  await until(
    `Neo4j Browser takes ${file}`,
    async () => {
      await dropOnce(page, file)
      return take().then(
        () => true,
        () => false,
      )
    },
    WITHIN_MS,
  )
}

/** Drags a file over the middle of the page and drops it there, as the operating system does. */
async function dropOnce(page: Page, file: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [path.join(FOLDER, file)], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 700, y: 500, data })
  }
  await session.detach()
}

async function connect(page: Page, { browserUrl = '', user, password }: Instance['neo4j']): Promise<void> {
  await page.goto(browserUrl)
  await page.getByTestId('username').fill(user)
  await page.getByTestId('password').fill(password)
  await page.getByTestId('connect').click()
  await page.getByText('You are connected as user').waitFor()
}

async function run(page: Page, command: string): Promise<void> {
  await page.getByTestId('activeEditor').click()
  await page.keyboard.insertText(command)
  await page.keyboard.press('Control+Enter')
}

async function shoot(page: Page, email: string): Promise<void> {
  const files = readdirSync(FOLDER)
  const queries = files.filter((name) => name.endsWith('.cypher'))
  for (const file of queries) {
    const save = page.getByText('Save to favorites')
    await drop(page, file, async () => {
      await save.click({ timeout: ANSWERED_MS })
      await save.waitFor({ state: 'hidden' })
    })
  }
  const style = page.getByText('node.Idea {').first()
  await drop(page, 'ideas.grass', async () => style.waitFor({ timeout: ANSWERED_MS }))
  await run(page, ':clear')
  await run(page, `:param email => '${email}'`)
  await page.getByTestId('navigationFavorites').click()
  const saved = page.getByText(QUERY, { exact: true })
  await saved.waitFor()
  await saved.click()
  await page.getByTestId('editor-Run').click()
  await page.getByText('Displaying 42 nodes').waitFor()
  // Until the graph has found its shape.
  await page.waitForTimeout(5_000)
  await page.screenshot({ path: IMAGE })
  console.log(`${queries.length} queries and the style are loaded; ${path.relative(root, IMAGE)} is written.`)
}

async function main(): Promise<void> {
  await using started = new AsyncDisposableStack()
  const folders = started.adopt(temporaryFolders(), (folders) => folders.remove())
  const dataDir = folders.make()
  const service = npmStart(dataDir)
  started.defer(async () => {
    service.kill('SIGTERM')
    await service.ended
  })
  await service.says('API key')
  const instance = readInstance(dataDir)
  const [key] = /svc_[0-9a-f]{64}/.exec(service.output()) ?? []
  const [email] = /\S+@localhost\.localdomain/.exec(service.output()) ?? []
  if (instance === undefined || key === undefined || email === undefined) throw new Error(service.output())
  const env = { ...process.env, DATA_DIR: dataDir, IDEAS_URL: instance.url, IDEAS_API_KEY: key }
  execFileSync('npm', ['run', '--silent', 'examples'], { cwd: root, env, stdio: 'inherit' })
  const browser = started.adopt(
    await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] }),
    (browser) => browser.close(),
  )
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
  await connect(page, instance.neo4j)
  await shoot(page, email)
  const password = /password {2}(?<password>\S+)/.exec(service.output())?.groups?.['password'] ?? ''
  const count = await shootDashboard(browser, { url: instance.url, email, password })
  console.log(`${count} pictures of the dashboard are in node_modules/.cache/idea-repository/screenshots.`)
}

await main()

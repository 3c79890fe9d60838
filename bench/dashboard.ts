import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { buildWeb } from '../src/local/web.ts'
import { CHROMIUM } from '../test/features/oauth/chromium.ts'
import { writeBigGraph } from '../test/support/big-graph.ts'
import { openDatabase } from '../test/support/database.ts'
import { startServiceProcess } from '../test/support/service-process.ts'
import { startService } from '../test/support/service.ts'
import { PASSWORD } from '../test/support/sign-in.ts'
import { signIn } from '../test/web/dashboard.ts'
import { startThrowAwayServers } from './throw-away-servers.ts'

const HELP = `npm run bench:dashboard -- [--ideas 10000] [--relations 50000]
In Debian's Chromium, whose WebGL is drawn by the processor (SwiftShader): how long until the ideas are listed, against a bare page that
lists them; how long from the map's data to its first picture; and the frames while the map is dragged, against bare sigma.js with
the same graph at the same places. All take turns.
`
const ROUNDS = 3
/** Of a drag: a frame of bare sigma.js takes seconds without a graphics card. */
const STEPS = 8
const BARE_LIST = `<!doctype html><title>Bare</title><ul></ul><script>
fetch('/api/v1/ideas?limit=20').then((answer) => answer.json()).then((ideas) => {
  for (const { title } of ideas) document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: title }))
})</script>`
const BARE_MAP = '<!doctype html><title>Bare</title><script type="module" src="/bare/map.js"></script>'

const { values } = parseArgs({
  options: {
    ideas: { type: 'string', default: '10000' },
    relations: { type: 'string', default: '50000' },
    help: { type: 'boolean', default: false },
  },
})

async function main(): Promise<void> {
  await using started = new AsyncDisposableStack()
  await buildWeb()
  await startThrowAwayServers(started)
  const database = started.adopt(openDatabase(), async (one) => one.close())
  const setup = started.adopt(await startService(), async (one) => one.close())
  const service = started.adopt(await startServiceProcess(), async (one) => one.stop())
  const user = await setup.createUser('pro', PASSWORD)
  const size = { ideas: Number(values.ideas), relations: Number(values.relations) }
  console.log(`writing ${size.ideas} ideas and ${size.relations} relations`)
  await writeBigGraph(database.driver, user.user_id, size)
  const script = await builtBareMap()
  const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']
  const browser = started.adopt(await chromium.launch({ executablePath: CHROMIUM, args }), async (one) =>
    one.close(),
  )
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    viewport: { width: 1280, height: 900 },
  })
  const page = await context.newPage()
  const html = { contentType: 'text/html' }
  await page.route('**/bare/list', (route) => route.fulfill({ ...html, body: BARE_LIST }))
  await page.route('**/bare/map*', (route) => route.fulfill({ ...html, body: BARE_MAP }))
  await page.route('**/bare/map.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  await page.goto(service.url)
  await signIn(page, user)
  await measureLists(page, service.url)
  await measureMaps(page, service.url)
}

async function measureLists(page: Page, url: string): Promise<void> {
  const dashboard: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await msUntil(page, `${url}/bare/list`, 'li'))
    dashboard.push(await msUntil(page, url, '.idea-line'))
  }
  console.log(
    `ideas listed: ${ms(dashboard)}, a bare page ${ms(bare)}: ${(median(dashboard) / median(bare)).toFixed(2)} times that`,
  )
}

async function measureMaps(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/map`)
  await page.locator('.picture canvas').first().waitFor({ timeout: 120_000 })
  const untilKept = async () => page.evaluate(() => localStorage.getItem('ideas-map-places') !== null)
  const begun = performance.now()
  while (!(await untilKept())) await page.waitForTimeout(500)
  console.log(`laid out after ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  const first: number[] = []
  const frames = { dashboard: [] as number[], bare: [] as number[], 'bare, edges hidden': [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto(`${url}/map`)
    await page.locator('.picture canvas').first().waitFor({ timeout: 60_000 })
    first.push(await firstPictureMs(page))
    frames.dashboard.push(await frameMs(page))
    console.log(
      `round ${round + 1}: first picture ${ms(first.slice(-1))}, frame ${ms(frames.dashboard.slice(-1))}`,
    )
    for (const [name, query] of [
      ['bare', ''],
      ['bare, edges hidden', '?hide'],
    ] as const) {
      await page.goto(`${url}/bare/map${query}`)
      await page.waitForFunction(() => document.title === 'drawn', undefined, { timeout: 60_000 })
      frames[name].push(await frameMs(page))
    }
  }
  console.log(`first picture ${ms(first)} after the data`)
  for (const [name, all] of Object.entries(frames)) console.log(`frame while dragging, ${name}: ${ms(all)}`)
  console.log(`dashboard over bare: ${(median(frames.dashboard) / median(frames.bare)).toFixed(2)}`)
}

/** From the request of the page until it shows something. */
async function msUntil(page: Page, address: string, selector: string): Promise<number> {
  const begun = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator(selector).first().waitFor()
  return performance.now() - begun
}

/** From the end of the map's answer to the first frame after its canvas was made. */
async function firstPictureMs(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const painted = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
    const entry = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/api/v1/map'))
    return painted - (entry as PerformanceResourceTiming).responseEnd
  })
}

/** The median time between two frames while the map is dragged to and fro. */
async function frameMs(page: Page): Promise<number> {
  const canvas = page.locator('canvas').first()
  const box = await canvas.boundingBox()
  if (box === null) throw new Error('no canvas')
  await page.evaluate(() => {
    const times: number[] = []
    const tick = (now: number): void => {
      times.push(now)
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
    Object.assign(globalThis, { frameTimes: times })
  })
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= STEPS; step += 1) await page.mouse.move(x + 20 * step, y + 8 * step)
  await page.mouse.up()
  const times = await page.evaluate(() => (globalThis as unknown as { frameTimes: number[] }).frameTimes)
  return median(times.slice(1).map((time, at) => time - (times[at] ?? 0)))
}

/** The script of the bare page, bundled as the dashboard is. */
async function builtBareMap(): Promise<string> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'bare-map-'))
  try {
    await build({
      configFile: false,
      logLevel: 'warn',
      build: {
        outDir,
        lib: { entry: path.join(import.meta.dirname, 'bare-map.ts'), formats: ['es'], fileName: 'map' },
      },
      define: { 'process.env.NODE_ENV': '"production"' },
    })
    const name = readdirSync(outDir).find((file) => /\.m?js$/.test(file)) ?? ''
    return readFileSync(path.join(outDir, name), 'utf8')
  } finally {
    await rm(outDir, { recursive: true })
  }
}

function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN
}

function ms(all: readonly number[]): string {
  return `${median(all).toFixed(0)} ms (${Math.min(...all).toFixed(0)}–${Math.max(...all).toFixed(0)})`
}

if (values.help) console.log(HELP)
else await main()

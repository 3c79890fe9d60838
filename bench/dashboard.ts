import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type BrowserContextOptions, type Page } from 'playwright-core'
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
lists them; how long from the map's data until its ideas and relations are drawn; and the frames while the map is dragged, each from a
move of the mouse until it is drawn, against bare sigma.js with the same graph at the same places. All take turns, maps in a browser
of their own each.
`
const ROUNDS = 3
/** Of a drag: a frame of bare sigma.js takes seconds without a graphics card. */
const STEPS = { dashboard: 20, 'bare, edges hidden': 20, bare: 3 }
type Subject = keyof typeof STEPS
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
  await using page = await openBrowser(script)
  await page.one.goto(service.url)
  await signIn(page.one, user)
  await measureLists(page.one, service.url)
  await layOut(page.one, service.url)
  await measureMaps(script, service.url, { storageState: await page.one.context().storageState() })
}

/** A page in a browser of its own, which also finds the bare pages. */
async function openBrowser(script: string, options: BrowserContextOptions = {}) {
  const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']
  const browser = await chromium.launch({ executablePath: CHROMIUM, args })
  const viewport = { width: 1280, height: 900 }
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport, ...options })
  const one = await context.newPage()
  await one.addInitScript(markFirstPicture)
  const html = { contentType: 'text/html' }
  await one.route('**/bare/list', (route) => route.fulfill({ ...html, body: BARE_LIST }))
  await one.route('**/bare/map*', (route) => route.fulfill({ ...html, body: BARE_MAP }))
  await one.route('**/bare/map.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  return { one, [Symbol.asyncDispose]: async () => browser.close() }
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

/** Until the places of a map that was never looked at are found and kept. */
async function layOut(page: Page, url: string): Promise<void> {
  const begun = performance.now()
  await page.goto(`${url}/map`)
  console.log(`first picture of a new map ${ms([await firstPictureMs(page)])}`)
  const isKept = async () => page.evaluate(() => localStorage.getItem('ideas-map-places') !== null)
  while (!(await isKept())) await page.waitForTimeout(500)
  console.log(`laid out after ${((performance.now() - begun) / 1000).toFixed(0)} s`)
}

async function measureMaps(script: string, url: string, options: BrowserContextOptions): Promise<void> {
  const first: Record<Subject, number[]> = { dashboard: [], 'bare, edges hidden': [], bare: [] }
  const frames: Record<Subject, number[]> = { dashboard: [], 'bare, edges hidden': [], bare: [] }
  const addresses = { dashboard: '/map', 'bare, edges hidden': '/bare/map?hide', bare: '/bare/map' }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const subject of Object.keys(STEPS) as Subject[]) {
      await using page = await openBrowser(script, options)
      await page.one.goto(`${url}${addresses[subject]}`)
      first[subject].push(await firstPictureMs(page.one))
      await page.one.waitForTimeout(3_000)
      frames[subject].push(...(await frameMs(page.one, STEPS[subject])))
    }
  }
  for (const subject of Object.keys(STEPS) as Subject[]) {
    console.log(`${subject}: first picture ${ms(first[subject])}, frame while dragged ${ms(frames[subject])}`)
    console.log(`  dashboard over that: ${(median(frames.dashboard) / median(frames[subject])).toFixed(2)}`)
  }
}

/** From the request of the page until it shows something. */
async function msUntil(page: Page, address: string, selector: string): Promise<number> {
  const begun = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator(selector).first().waitFor()
  return performance.now() - begun
}

/** From the end of the map's answer until what was drawn first is finished. */
async function firstPictureMs(page: Page): Promise<number> {
  const isDrawn = async () => page.evaluate(() => performance.getEntriesByName('first picture').length > 0)
  while (!(await isDrawn())) await page.waitForTimeout(200)
  return page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const answered = entries.find(({ name }) => name.endsWith('/api/v1/map'))?.responseEnd ?? 0
    return (performance.getEntriesByName('first picture')[0]?.startTime ?? 0) - answered
  })
}

/** In the page, before anything else: marks when the first frame with a stage of sigma.js is drawn. */
function markFirstPicture(): void {
  const observer = new MutationObserver(() => {
    const stage = document.querySelector<HTMLCanvasElement>('canvas.sigma-stage')
    if (stage === null) return
    observer.disconnect()
    requestAnimationFrame(() => {
      const gl = stage.getContext('webgl2')
      // Reading waits for the drawing.
      gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
      performance.mark('first picture')
    })
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** In the page: waits for the next frame, and by reading from it until it is drawn. */
async function finishDrawing(): Promise<void> {
  await new Promise(requestAnimationFrame)
  const gl = document.querySelector<HTMLCanvasElement>('canvas.sigma-stage')?.getContext('webgl2')
  gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
}

/** Drags the map: for each step, how long it takes from the move of the mouse until it is drawn. */
async function frameMs(page: Page, steps: number): Promise<number[]> {
  const box = await page.locator('canvas.sigma-stage').boundingBox()
  if (box === null) throw new Error('no canvas')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  /** Also the way there and back, which is the same for all. */
  const drawn = async (step: number): Promise<number> => {
    const begun = performance.now()
    await page.mouse.move(x + 5 * step, y + 3 * step)
    await page.evaluate(finishDrawing)
    return performance.now() - begun
  }
  await page.mouse.move(x, y)
  await page.mouse.down()
  // The first move only begins the drag.
  await drawn(1)
  const all: number[] = []
  for (let step = 2; step <= steps + 1; step += 1) all.push(await drawn(step))
  await page.mouse.up()
  return all
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

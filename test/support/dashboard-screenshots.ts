import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'

const root = path.resolve(import.meta.dirname, '../..')
/** All pages in both themes; four of the light ones are in the README. */
const ALL = path.join(root, 'node_modules/.cache/idea-repository/screenshots')
const README = path.join(root, 'docs/images')
const IN_README: ReadonlySet<string> = new Set(['ideas', 'idea', 'map', 'duplicates'])

type Account = Readonly<{ url: string; email: string; password: string }>

/** Photographs every page of the dashboard in both themes, and on a phone; returns how many. */
export async function shootDashboard(browser: Browser, account: Account): Promise<number> {
  mkdirSync(ALL, { recursive: true })
  let count = 0
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [form, width, height] of [
      ['', 1280, 860],
      ['-phone', 390, 780],
    ] as const) {
      const context = await browser.newContext({
        ignoreHTTPSErrors: true,
        colorScheme,
        viewport: { width, height },
      })
      count += await shootPages(await context.newPage(), account, `${form}-${colorScheme}`)
      await context.close()
    }
  }
  return count
}

async function shootPages(page: Page, { url, email, password }: Account, suffix: string): Promise<number> {
  const shoot = async (name: string): Promise<void> => {
    await page.waitForLoadState('networkidle')
    await page.locator('.loading').waitFor({ state: 'detached' })
    await page.screenshot({ path: path.join(ALL, `${name}${suffix}.png`) })
    if (suffix === '-light' && IN_README.has(name))
      await page.screenshot({ path: path.join(README, `${name}.png`) })
  }
  await page.goto(url)
  await shoot('sign-in')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.locator('.idea-line').first().waitFor()
  await shoot('ideas')
  await page.locator('.idea-line a').first().click()
  await page.locator('.neighbourhood').waitFor()
  await shoot('idea')
  const pages = {
    search: '/search?q=garden+tools&mode=hybrid',
    duplicates: '/duplicates',
    tags: '/tags',
    account: '/account',
  }
  for (const [name, address] of Object.entries(pages)) {
    await page.goto(`${url}${address}`)
    await shoot(name)
  }
  await page.goto(`${url}/map`)
  await page.locator('.picture canvas').first().waitFor()
  // Until the layout has ended.
  await page.waitForFunction(() => localStorage.getItem('ideas-map-places') !== null)
  await page.waitForTimeout(500)
  await shoot('map')
  await page.keyboard.press('c')
  await shoot('capture')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await shoot('palette')
  return 10
}

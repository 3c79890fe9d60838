import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What Vite made of src/web: the document of all pages, and the files that it refers to, by their names. */
export type Built = Readonly<{ document: string; assets: ReadonlyMap<string, Buffer> }>

/** Settings that the document passes on to the dashboard. */
export type DashboardSettings = Readonly<{ allowSignUp: boolean }>

const SIGN_UP = /(?<=<meta name="sign-up" content=")\w+(?=")/
const ASSETS = 'assets'

/** Reads a built dashboard; undefined if there is none. */
export function readBuilt(folder: string, { allowSignUp }: DashboardSettings): Built | undefined {
  const document = path.join(folder, 'index.html')
  if (!existsSync(document)) return undefined
  const names = readdirSync(path.join(folder, ASSETS))
  return {
    document: readFileSync(document, 'utf8').replace(SIGN_UP, allowSignUp ? 'open' : 'closed'),
    assets: new Map(names.map((name) => [name, readFileSync(path.join(folder, ASSETS, name))])),
  }
}

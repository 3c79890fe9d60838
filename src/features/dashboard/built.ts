import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What Vite made of src/web: the document of all pages, and the files that it refers to, by their names. */
export type Built = Readonly<{ document: Buffer; assets: ReadonlyMap<string, Buffer> }>

const ASSETS = 'assets'

/** Reads a built dashboard; undefined if there is none. */
export function readBuilt(folder: string): Built | undefined {
  const document = path.join(folder, 'index.html')
  if (!existsSync(document)) return undefined
  const names = readdirSync(path.join(folder, ASSETS))
  return {
    document: readFileSync(document),
    assets: new Map(names.map((name) => [name, readFileSync(path.join(folder, ASSETS, name))])),
  }
}

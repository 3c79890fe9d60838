import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '../platform/operator-error.ts'

const root = path.join(import.meta.dirname, '../..')
const SOURCES = path.join(root, 'src/web')
/** Holds the hash of the sources that were built. */
const MARK = path.join(root, 'dist-web/.sources')

/**
 * Builds the dashboard if its sources have changed since; the npm package has it built and holds no sources.
 * @throws OperatorError
 */
export async function buildWeb(): Promise<void> {
  if (!existsSync(SOURCES)) return
  const hash = hashOfSources()
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === hash) return
  // In a process of its own, because Vite makes NODE_ENV `production` in the one that calls it.
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  const options = ['build', '--config', path.join(SOURCES, 'vite.config.ts'), '--logLevel', 'warn']
  try {
    await promisify(execFile)(process.execPath, [vite, ...options])
    writeFileSync(MARK, hash)
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    throw new OperatorError(`the dashboard cannot be built: ${stderr.trim() || message}`)
  }
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  const files = readdirSync(SOURCES, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  const paths = files.map(({ parentPath, name }) => path.join(parentPath, name)).sort()
  for (const file of [...paths, path.join(root, 'package-lock.json')]) {
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

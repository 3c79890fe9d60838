import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { cacheFolder } from '../../src/local/maven.ts'
import { readPassed } from './long-groups.ts'
import type { FileResult } from './results.ts'

/** The last durations of test files, seconds. */
export type Durations = Readonly<Record<string, number>>

const RECORD = path.join(cacheFolder, 'test-durations.json')
const Durations = z.record(z.string(), z.number())

/** All test files. */
export async function testFiles(): Promise<string[]> {
  return (await Array.fromAsync(glob('test/**/*.test.ts'))).sort()
}

/** Whether a file measures time and must run alone: `x.alone.test.ts`. */
export function isAlone(file: string): boolean {
  return file.endsWith('.alone.test.ts')
}

/** Whether a file changes the schema, after which Neo4j plans all statements anew: `x.last.test.ts`. */
export function isLast(file: string): boolean {
  return file.endsWith('.last.test.ts')
}

/** Whether a file needs no servers, so that `npm run verify` runs it: `x.unit.test.ts`. */
export function isUnit(file: string): boolean {
  return file.endsWith('.unit.test.ts')
}

/** Sorts files by duration, longest first, so that workers end at about the same time; new files come first. */
export function byDuration(files: readonly string[], durations: Durations): string[] {
  const seconds = (file: string): number => durations[file] ?? Number.POSITIVE_INFINITY
  return files.toSorted((a, b) => (seconds(a) === seconds(b) ? 0 : seconds(b) - seconds(a)))
}

/** The durations of this checkout, or before its first run those of `.ci/long-passed`. */
export function readDurations(): Durations {
  if (existsSync(RECORD)) return Durations.parse(JSON.parse(readFileSync(RECORD, 'utf8')))
  return readPassed()?.seconds ?? {}
}

/** Stores the durations of a run. */
export function recordDurations(results: readonly FileResult[]): void {
  const known: Record<string, number> = { ...readDurations() }
  for (const { file, seconds, passed } of results) if (passed > 0) known[file] = Math.round(seconds * 10) / 10
  mkdirSync(cacheFolder, { recursive: true })
  writeFileSync(`${RECORD}.${String(process.pid)}`, JSON.stringify(known, undefined, 1))
  renameSync(`${RECORD}.${String(process.pid)}`, RECORD)
}

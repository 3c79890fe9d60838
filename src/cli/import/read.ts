import { constants } from 'node:buffer'
import { readFileSync } from 'node:fs'
import type { JSONPath } from 'jsonc-parser'
import { CliError } from '../errors.ts'
import { openFile, statOf, unreadable } from '../files.ts'
import { csvSource } from './csv.ts'
import { brokenLineOf, linesOf } from './json-position.ts'
import { markdownSource } from './markdown.ts'
import { lineAndField, type ImportSource } from './source.ts'

/** Of larger files, which no string can hold, no lines are told. */
const MAX_TEXT = constants.MAX_STRING_LENGTH

/**
 * Reads a path by its extension: an export file or archive, JSON Lines, CSV, or Markdown (a file or a folder).
 * @throws CliError when it cannot be read or is none of these
 */
export function readSource(path: string): ImportSource {
  const stats = statOf(path)
  if (stats.isDirectory() || /\.(?:md|markdown)$/i.test(path)) return markdownSource(path)
  if (/\.json$/i.test(path)) return fileSource(path, stats.size, 'application/json')
  if (/\.zip$/i.test(path)) return fileSource(path, stats.size, 'application/zip')
  if (/\.(?:jsonl|ndjson)$/i.test(path)) return fileSource(path, stats.size, 'application/x-ndjson')
  if (/\.csv$/i.test(path)) return csvSource(path, contentOf(path))
  throw new CliError(
    `${path}: what is it? A .json or .zip export, .jsonl, .csv, .md or a folder of Markdown can be imported`,
  )
}

/** A file that is uploaded unchanged. */
function fileSource(path: string, bytes: number, type: ImportSource['type']): ImportSource {
  let content: string | undefined
  const text = (): string => (content ??= contentOf(path))
  return {
    type,
    bytes,
    open: () => openFile(path),
    locate(places) {
      if (type === 'application/x-ndjson')
        return places.map((place) => ({ file: path, ...lineAndField(place) }))
      // Of an archive, where the record stands in the file in it.
      if (type === 'application/zip') return places.map((place) => ({ file: path, line: 1, field: place }))
      const steps = places.map(stepsOf)
      const lines = bytes > MAX_TEXT ? [] : linesOf(text(), steps)
      return places.map((place, at) => ({
        file: path,
        line: lines[at] ?? 1,
        field: fieldOf(place, steps[at]),
      }))
    },
    broken: () =>
      type === 'application/json' && bytes <= MAX_TEXT && !isJson(text())
        ? { file: path, line: brokenLineOf(text()), message: 'is not valid JSON' }
        : undefined,
    mistakes: [],
    warnings: [],
  }
}

function stepsOf(place: string): JSONPath {
  return place.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}

function fieldOf(place: string, steps: JSONPath = []): string {
  return steps.length > 1 ? steps.slice(2).join('.') : place
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** @throws CliError when the file cannot be read or is not UTF-8 */
function contentOf(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (error) {
    throw unreadable(path, error)
  }
}

import { createHash } from 'node:crypto'

/** The SHA-256 of a text, or of a value as JSON, which keeps its parts apart whatever they hold; base64url. */
export function digest(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return createHash('sha256').update(text).digest('base64url')
}

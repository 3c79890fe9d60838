import { createHash } from 'node:crypto'

/** Normalises case, Unicode form (NFKC) and white space, so that equivalent texts compare equal. */
export function normaliseText(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replaceAll(/\s+/gu, ' ').trim()
}

/** The sort key of a title, and the hash by which an equal idea is found. */
export function keysOf(title: string, body: string): { titleKey: string; contentHash: string } {
  return { titleKey: normaliseText(title), contentHash: contentHash(title, body) }
}

/** Hash of the normalised title and body, encoded as JSON because any separator could occur in either. */
export function contentHash(title: string, body: string): string {
  return createHash('sha256')
    .update(JSON.stringify([normaliseText(title), normaliseText(body)]))
    .digest('base64url')
}

import { createHash } from 'node:crypto'

/** Text without what does not make it another text: case, Unicode form (NFKC) and the kind and amount of white space. */
export function fold(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replaceAll(/\s+/gu, ' ').trim()
}

/** Equal for ideas whose folded title and body are equal; as JSON, since a separator could be part of either. */
export function contentHash(title: string, body: string): string {
  return createHash('sha256')
    .update(JSON.stringify([fold(title), fold(body)]))
    .digest('base64url')
}

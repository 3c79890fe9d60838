import { digest } from '../../platform/digest.ts'
import { foldCase } from '../../platform/schema.ts'
import { wordForms } from '../../platform/word-forms.ts'

/** Normalises case, Unicode form (NFKC) and white space, so that equivalent texts compare equal. */
export function normaliseText(text: string): string {
  return foldCase(text.normalize('NFKC')).normalize('NFKC').replaceAll(/\s+/gu, ' ').trim()
}

/** A title and a body with what is derived from them, as stored. */
export function textOf(title: string, body: string) {
  return { title, body, ...keysOf(title, body) }
}

/** The sort key of a title, the hash by which an equal idea is found, and the forms of words by which it is searched. */
export function keysOf(title: string, body: string) {
  return {
    titleKey: normaliseText(title),
    contentHash: contentHash(title, body),
    wordForms: wordForms(title, body),
  }
}

/** Hash of the normalised title and body, encoded as JSON because any separator could occur in either. */
export function contentHash(title: string, body: string): string {
  return digest([normaliseText(title), normaliseText(body)])
}

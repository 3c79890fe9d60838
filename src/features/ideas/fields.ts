import { wordForms } from '../../platform/word-forms.ts'
import { normaliseText } from './content.ts'
import type { CreateIdea } from './schema.ts'

/** The fields of an idea in the API. */
export type Fields = Pick<CreateIdea, 'title' | 'body' | 'status' | 'source_url'>

/** The fields of an idea as stored. */
export function fieldsOf({ title, body, status, source_url: sourceUrl }: Fields) {
  return { title, titleKey: normaliseText(title), body, wordForms: wordForms(title, body), status, sourceUrl }
}

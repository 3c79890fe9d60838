import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { wordForms } from '../../platform/word-forms.ts'
import type { SearchStore } from './store.ts'

const BATCH = 200

/** Stores the other forms of words of all ideas that were written before the service stored them. */
export async function storeMissingForms({
  formless,
  storeForms,
}: Pick<SearchStore, 'formless' | 'storeForms'>): Promise<void> {
  for (;;) {
    const ideas = await formless(BATCH)
    if (ideas.length === 0) return
    const formed: Parameters<typeof storeForms>[0] = []
    for (const { id, title, body, contentHash } of ideas) {
      // Long texts take milliseconds each.
      await yieldToEventLoop()
      formed.push({ id, contentHash, forms: wordForms(title, body) })
    }
    await storeForms(formed)
  }
}

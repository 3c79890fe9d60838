import type { Token } from './tokens.ts'
import { languagesOf } from './word-kinds.ts'

const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Thai',
  'Devanagari',
].map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'gu')] as const)
const MAX_CHARS = 2_000
/** The words of a language must be that much more frequent than those of the next. */
const CLEAR = 1.3

/** The language of a text by the words that every sentence has, or its script; undefined when it may be any. */
export function languageOf(text: string, tokens: readonly Token[]): string | undefined {
  const script = scriptOf(text.slice(0, MAX_CHARS))
  if (script !== 'Latin') return script
  const counts = new Map<string, number>()
  for (const { word, kind } of tokens) {
    const languages = kind === 'function' ? languagesOf(word) : undefined
    for (const language of languages ?? []) {
      counts.set(language, (counts.get(language) ?? 0) + 1 / (languages?.size ?? 1))
    }
  }
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a)
  return first !== undefined && first[1] > (second?.[1] ?? 0) * CLEAR ? first[0] : undefined
}

function scriptOf(text: string): string | undefined {
  const counts = SCRIPTS.map(([script, letters]) => [script, text.match(letters)?.length ?? 0] as const)
  const [best] = counts.filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a)
  return best?.[0]
}

import { MAX_TOKENS, type Measure } from './measure.ts'

/** Special tokens, and a little for tokenizers that begin every text with one more. */
const RESERVED = 8
const EMOJI_FROM = 0x1_00_00
/** Scripts whose characters are about a token each: kana, Han, Hangul with their signs. */
const WIDE_FROM = 0x2e_80

/**
 * A measure for models whose tokenizer is not known: more tokens than the usual ones make of a text, so that an input
 * is within 512 tokens. What they make: English 4 to 5 characters per token, code and other European languages 2 to 3,
 * Chinese and Japanese about 1, emoji up to 3 tokens each.
 */
export const estimate: Measure = { count: estimatedTokens, limit: MAX_TOKENS - RESERVED }

/** The beginning of a text that is within the estimate's limit. */
export function withinEstimate(text: string): string {
  let used = 0
  let end = 0
  for (const character of text) {
    used += tokensOf(character.codePointAt(0) ?? 0)
    if (used > estimate.limit) break
    end += character.length
  }
  return text.slice(0, end)
}

function estimatedTokens(text: string): number {
  let tokens = 0
  for (const character of text) tokens += tokensOf(character.codePointAt(0) ?? 0)
  return tokens
}

function tokensOf(code: number): number {
  if (isSpace(code)) return 0.1
  if (isDigit(code)) return 0.5
  if (isLatinLetter(code)) return 0.3
  if (code < 0x80) return 1
  if (code < WIDE_FROM) return 0.7
  return code < EMOJI_FROM ? 1.2 : 3
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d)
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function isLatinLetter(code: number): boolean {
  // Bit 5 is what upper and lower case differ in.
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x7a
}

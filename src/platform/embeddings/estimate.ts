import { MAX_TOKENS, type Measure } from './measure.ts'

/** For special tokens, and for what is more tokens than estimated. */
const RESERVED = 48
const EMOJI_FROM = 0x1_00_00
/** Scripts whose characters are about a token each: kana, Han, Hangul with their signs. */
const WIDE_FROM = 0x2e_80

/**
 * A measure for models whose tokenizer is not known: as many tokens as one for English makes of other languages, code
 * and checksums, so that an input is within 512 tokens for any. English itself then fills a passage to two thirds.
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
  if (isBetween(code, 'a', 'z')) return 0.35
  // Checksums and keys are made of these, and hardly anything else is.
  if (isBetween(code, '0', '9') || isBetween(code, 'A', 'Z')) return 0.8
  if (code < WIDE_FROM) return 1
  return code < EMOJI_FROM ? 1.2 : 3
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d)
}

function isBetween(code: number, first: string, last: string): boolean {
  return code >= first.charCodeAt(0) && code <= last.charCodeAt(0)
}

import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { toString } from 'mdast-util-to-string'

/** Letters and digits only: what of a text must be found again in its passages. */
export function bare(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The visible letters and digits of Markdown by another reader than the splitter's. */
export function visible(markdown: string): string {
  return bare(toString(fromMarkdown(markdown)))
}

const word = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom('river', 'a', 'Überraschung', 'naïve', '7', '2.5', 'e.g.', 'end.', 'so?'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('**bold**', '`code()`', '[link](https://a.b/c)', '![image](x.png)', '*', '_'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '中文字符。',
      '日本語のカタカナ',
      '한국어',
      '👩‍👩‍👧‍👦',
      '\u0301',
      '&amp;',
      '<b>',
      'ภาษาไทย',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.nat(200).map((length) => 'x'.repeat(length)) },
)
const line = fc.array(word, { maxLength: 80 }).map((words) => words.join(' '))
const block = fc
  .tuple(
    fc.constantFrom('', '', '', '# ', '### ', '- ', '  - ', '1. ', '> ', '    ', '```\n', '<div>\n'),
    line,
  )
  .map(([mark, text]) => `${mark}${text}`)

/** Markdown of all sorts, up to about ten passages long. */
export const markdown = fc
  .array(fc.tuple(block, fc.constantFrom('\n', '\n\n', '  \n')), { maxLength: 40 })
  .map((blocks) => blocks.flat().join(''))

const CHARS = 50_000
const fill = (text: string): string => text.repeat(Math.ceil(CHARS / text.length)).slice(0, CHARS)

/** Texts of 50,000 characters that are hard on parsers, tokenizers or segmenters. */
export const TANGLED: Readonly<Record<string, string>> = {
  'opening brackets': fill('['),
  'quotes in quotes': fill('>'),
  'lists in lists in one line': fill('1. '),
  'lists in quotes in lists': fill('> - '),
  'lists in lists by indentation': Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- a`).join(
    '\n',
  ),
  stars: fill('*'),
  'open emphasis': fill('*a_'),
  backticks: fill('`'),
  'backticks of all lengths': Array.from({ length: 300 }, (_, n) => '`'.repeat(n)).join('a'),
  references: fill('[a][b]'),
  'lazy quotes': fill('>a\nb\n'),
  'empty list items': fill('- '),
  'list items': fill('- a\n'),
  'blank lines': fill('\n'),
  'one long word': fill('a'),
  'one long number': fill('7'),
  emoji: fill('👩‍👩‍👧‍👦'),
  Chinese: fill('中文字符'),
  Thai: fill('ภาษาไทย'),
  kana: fill('カタカナ'),
  Hangul: fill('한국어 '),
  'one letter with thousands of accents': `e${fill('\u0301')}`,
  'halves of characters': fill('\ud83d'),
}

import { readFileSync } from 'node:fs'
import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server'

const textOf = (name: string): string =>
  readFileSync(new URL(`../../../prompts/assistants/${name}.md`, import.meta.url), 'utf8').trim()

/** Prompts for people to start from; their texts are files of `prompts/assistants`, with `{{argument}}` for each argument. */
export const PROMPTS: readonly Prompt[] = [
  {
    name: 'review_duplicates',
    title: 'Review my duplicates',
    description: 'Goes through the pairs of possible duplicates, and merges or dismisses what you decide.',
  },
  {
    name: 'plan_from_blockers',
    title: 'Plan from blockers',
    description: 'What to do first, from what blocks what.',
    arguments: [
      { name: 'goal', description: 'What the plan is for, such as the title of an idea', required: false },
    ],
  },
  {
    name: 'weekly_digest',
    title: 'Weekly digest',
    description: 'What came in and what changed in the last seven days.',
  },
]

const TEXTS = new Map(PROMPTS.map(({ name }) => [name, textOf(name)]))

/** A prompt with its arguments filled in; undefined for an unknown name. */
export function promptOf(
  name: string,
  given: Readonly<Record<string, unknown>> = {},
): GetPromptResult | undefined {
  const prompt = PROMPTS.find((one) => one.name === name)
  const template = TEXTS.get(name)
  if (prompt === undefined || template === undefined) return undefined
  // Replaced by functions: texts of people may hold `$&`.
  const text = (prompt.arguments ?? []).reduce(
    (filled, { name: argument }) =>
      filled.replace(`{{${argument}}}`, () => String(given[argument] ?? 'everything')),
    template,
  )
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
}

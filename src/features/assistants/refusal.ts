import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { PROBLEMS, type Problem, type ProblemCode } from '../../platform/problems.ts'
import type { Tool } from './tool.ts'

/** What a model can do about a problem. */
const NEXT: Partial<Record<ProblemCode, string>> = {
  validation_error: 'Correct the fields in `details`, then call again.',
  idea_not_found: 'If `merged_into` is given, use that id; else look for the idea with the tool search.',
  idea_exists: 'Look at the idea `duplicate_of_id` and update that one, or call again with even_if_equal.',
  relation_not_found: 'Nothing to remove: see the relations of an idea with the tool get.',
  duplicate_not_found: 'Look at the pairs with the tool duplicates.',
  relation_cycle: 'Leave it, or first remove one of the relations between the ideas in `cycle`.',
  relation_exists: 'Nothing: it is there as `relation_id`.',
  duplicate_resolved: 'Nothing: this pair does not wait for a decision, see `status`.',
  not_absorbed: 'The survivor may have been merged itself: look at it with the tool get.',
  precondition_failed: 'Read it again (get, or the preview of duplicates), then decide anew.',
  idea_archived: 'Use the idea `merged_into` instead.',
  idea_cap_reached: 'Tell the person: the plan of this account is full.',
  embeddings_unavailable: 'Search with mode keyword.',
  provider_rate_limited: 'Wait some minutes, then call again, or use another provider.',
  provider_failed: 'Call again later, or use another provider.',
  provider_unreachable: 'Call again later, or use another provider.',
  provider_timeout: 'Call again later, or use another provider.',
  provider_refused: 'Tell the person: the provider would not write about this idea.',
  provider_answer_unusable: 'Call again, or use another provider.',
  provider_key_missing: 'Ask the person to save a key for a provider; you cannot do it.',
  provider_key_refused: 'Ask the person to save a valid key for the provider.',
  request_under_way: 'Wait, then call again with the same idempotency_key.',
  idempotency_key_reused: 'Use another idempotency_key for other arguments.',
  too_much_at_once: 'Wait some seconds, then call again.',
  service_unavailable: 'Wait some seconds, then call again, with the same idempotency_key if you gave one.',
}

const Details = z.array(z.object({ path: z.string(), message: z.string() }))

/** A problem as the result of a tool: its code, its facts in the names of the tool's arguments, and what to do next. */
export function refusalOf(
  { code, facts, retryAfterS }: Problem,
  argumentOf: Tool['argumentOf'] = {},
): CallToolResult {
  const details = Details.safeParse(facts['details']).data?.map(({ path, message }) => ({
    path: argumentOf[path] ?? path,
    message,
  }))
  const text = JSON.stringify({
    error: code,
    message: PROBLEMS[code].text,
    ...facts,
    ...(details === undefined ? {} : { details }),
    ...(retryAfterS === undefined ? {} : { retry_after_s: retryAfterS }),
    ...(NEXT[code] === undefined ? {} : { next: NEXT[code] }),
  })
  return { isError: true, content: [{ type: 'text', text }] }
}

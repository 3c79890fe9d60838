/** The providers' wire formats. */
export type FakeName = 'provider_a' | 'provider_b' | 'provider_c'

/** The encodings of a text: as one response and as events. */
export type Speech = Readonly<{
  whole: (text: string, behaviour: string) => unknown
  events: (pieces: readonly string[], behaviour: string) => string[]
  /** A rate-limit error within a stream. */
  limit: string
}>

const event = (data: unknown, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`

const anthropic: Speech = {
  limit: event({ type: 'error', error: { type: 'rate_limit_error', message: 'Too many.' } }, 'error'),
  whole: (said, behaviour) => ({
    ...anthropicMessage(stopOf(behaviour)),
    content: [{ type: 'text', text: behaviour === 'refusal' ? '' : said }],
  }),
  events: (pieces, behaviour) => [
    event({ type: 'message_start', message: anthropicMessage(null) }, 'message_start'),
    event(
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      'content_block_start',
    ),
    ...pieces.map((piece) =>
      event(
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: piece } },
        'content_block_delta',
      ),
    ),
    event({ type: 'content_block_stop', index: 0 }, 'content_block_stop'),
    event(
      {
        type: 'message_delta',
        delta: { stop_reason: stopOf(behaviour), stop_sequence: null },
        usage: { output_tokens: 22 },
      },
      'message_delta',
    ),
    event({ type: 'message_stop' }, 'message_stop'),
  ],
}

function stopOf(behaviour: string): string {
  return behaviour === 'cut-off' ? 'max_tokens' : behaviour === 'refusal' ? 'refusal' : 'end_turn'
}

function anthropicMessage(stop: string | null) {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [] as unknown[],
    stop_reason: stop,
    stop_sequence: null,
    usage: {
      input_tokens: 5,
      cache_creation_input_tokens: 4,
      cache_read_input_tokens: 2,
      output_tokens: 22,
    },
  }
}

const openai: Speech = {
  limit: event({ error: { message: 'Too many.', type: 'requests', code: 'rate_limit_exceeded' } }),
  whole: (said, behaviour) => ({
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [
      {
        index: 0,
        finish_reason: behaviour === 'cut-off' ? 'length' : 'stop',
        message: {
          role: 'assistant',
          content: behaviour === 'refusal' ? null : said,
          refusal: behaviour === 'refusal' ? 'No.' : null,
        },
      },
    ],
    usage: { prompt_tokens: 11, completion_tokens: 22, total_tokens: 33 },
  }),
  events: (pieces, behaviour) => {
    const chunk = (delta: unknown, finish: string | null = null) =>
      event({
        id: 'c1',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'm',
        choices: [{ index: 0, delta, finish_reason: finish }],
      })
    const usage = { prompt_tokens: 11, completion_tokens: 22, total_tokens: 33 }
    return [
      ...pieces.map((piece) => chunk({ content: piece })),
      ...(behaviour === 'refusal' ? [chunk({ refusal: 'No.' })] : []),
      chunk({}, behaviour === 'cut-off' ? 'length' : 'stop'),
      event({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage }),
      'data: [DONE]\n\n',
    ]
  },
}

/** Reasoning of a model, which is not part of the answer. */
const THOUGHT = { text: 'Let me think.', thought: true }

const gemini: Speech = {
  limit: event({ error: { code: 429, message: 'Too many.', status: 'RESOURCE_EXHAUSTED' } }),
  whole: (said, behaviour) => geminiPart(behaviour === 'refusal' ? '' : said, behaviour),
  events: (pieces, behaviour) => [
    ...pieces.map((piece) =>
      event({ candidates: [{ content: { role: 'model', parts: [THOUGHT, { text: piece }] } }] }),
    ),
    event(geminiPart('', behaviour)),
  ],
}

function geminiPart(said: string, behaviour: string) {
  const finishReason = behaviour === 'cut-off' ? 'MAX_TOKENS' : behaviour === 'refusal' ? 'SAFETY' : 'STOP'
  return {
    candidates: [
      { finishReason, content: { role: 'model', parts: said === '' ? [] : [THOUGHT, { text: said }] } },
    ],
    usageMetadata: {
      promptTokenCount: 11,
      candidatesTokenCount: 20,
      thoughtsTokenCount: 2,
      totalTokenCount: 33,
    },
  }
}

/** The wire format of each provider. */
export const SPEECH: Readonly<Record<FakeName, Speech>> = {
  provider_a: anthropic,
  provider_b: openai,
  provider_c: gemini,
}

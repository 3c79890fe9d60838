/** When a batch is flushed: at `size` items, `waitMs` after its first one, or as soon as nothing else is in flight. */
export type FlushPolicy = Readonly<{
  size: number
  waitMs: number
  /** How many callers may still add an item, including those whose items are already waiting. */
  inFlight: () => number
}>

type Waiting<Item, Answer> = Readonly<{ item: Item; settle: PromiseWithResolvers<Answer> }>

/**
 * Runs single items in batches; `work` answers in the order of its items. When a batch fails, each of its items is run
 * alone, so that none fails because of another.
 */
export function createMicroBatcher<Item, Answer>(
  work: (items: readonly Item[]) => Promise<readonly Answer[]>,
  { size, waitMs, inFlight }: FlushPolicy,
) {
  let waiting: Waiting<Item, Answer>[] = []
  let timer: NodeJS.Timeout | undefined

  const run = async (batch: readonly Waiting<Item, Answer>[]): Promise<void> => {
    try {
      const answers = await work(batch.map(({ item }) => item))
      for (const [index, { settle }] of batch.entries()) settle.resolve(answers[index] as Answer)
    } catch (error) {
      if (batch.length === 1) batch[0]?.settle.reject(error)
      else for (const one of batch) await run([one])
    }
  }
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    const batch = waiting
    waiting = []
    if (batch.length > 0) void run(batch)
  }
  return {
    async add(item: Item): Promise<Answer> {
      const settle = Promise.withResolvers<Answer>()
      waiting.push({ item, settle })
      if (waiting.length >= Math.min(size, inFlight())) flush()
      else timer ??= setTimeout(flush, waitMs)
      return settle.promise
    },
  }
}

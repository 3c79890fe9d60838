/** How items come together: so many at most, none waiting longer than that, and at once when no other can be under way. */
export type BatchRules<Item, Answer> = Readonly<{
  size: number
  waitMs: number
  /** Whether a number of waiting items are all that there are. */
  areAll: (waiting: number) => boolean
  /** Answers in the order of the items. */
  work: (items: readonly Item[]) => Promise<readonly Answer[]>
}>

type Waiting<Item, Answer> = Readonly<{ item: Item; settle: PromiseWithResolvers<Answer> }>

/**
 * Does the work of single items in batches. When a batch fails, each of its items is done alone, so that none fails for
 * another.
 */
export function createBatches<Item, Answer>({ size, waitMs, areAll, work }: BatchRules<Item, Answer>) {
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
      if (waiting.length >= size || areAll(waiting.length)) flush()
      else timer ??= setTimeout(flush, waitMs)
      return settle.promise
    },
  }
}

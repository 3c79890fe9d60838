/** Runs `work` on every item, `concurrency` at a time; after a failure nothing new is begun. */
export async function inParallel<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  let failed = false
  const worker = async () => {
    for (const item of queue) {
      if (failed) return
      await work(item).catch((error: unknown) => {
        failed = true
        throw error
      })
    }
  }
  const results = await Promise.allSettled(Array.from({ length: concurrency }, worker))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

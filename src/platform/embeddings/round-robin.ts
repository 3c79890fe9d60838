/** A round-robin queue: users take turns; the items of one user keep their order. */
export function createRoundRobin<Item>() {
  const queues = new Map<string, Item[]>()
  return {
    add(userId: string, item: Item): void {
      const queue = queues.get(userId)
      if (queue === undefined) queues.set(userId, [item])
      else queue.push(item)
    },
    /** The item whose turn it is; it stays until it is removed. */
    first: (): Item | undefined => queues.values().next().value?.[0],
    /** Removes the first item; then it is the turn of the next user. */
    removeFirst(): void {
      const [userId, queue] = queues.entries().next().value ?? []
      if (userId === undefined || queue === undefined) return
      queues.delete(userId)
      if (queue.length > 1) queues.set(userId, queue.slice(1))
    },
    clear: (): void => queues.clear(),
  }
}
export type RoundRobin<Item> = ReturnType<typeof createRoundRobin<Item>>

/** Remembers an answer for so many milliseconds, or until told otherwise. */
export function createMemory<T>(ms: number, ask: () => Promise<T>) {
  let answer: Promise<T> | undefined
  let until = 0
  return {
    async get(): Promise<T> {
      if (answer === undefined || performance.now() >= until) {
        const asked = ask()
        asked.catch(() => (answer = answer === asked ? undefined : answer))
        answer = asked
        until = performance.now() + ms
      }
      return answer
    },
    forget(): void {
      answer = undefined
    },
  }
}

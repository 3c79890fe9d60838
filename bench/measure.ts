/** One operation to measure; the number is different on every call. */
export type Work = (call: number) => Promise<unknown>

/** Throughput and latencies of one measurement. */
export type Sample = Readonly<{ perSecond: number; p50Ms: number; p95Ms: number }>

/** Runs the operation for `seconds` with `concurrency` calls in flight. */
export async function measure(
  work: Work,
  { concurrency, seconds }: { concurrency: number; seconds: number },
) {
  const times: number[] = []
  const start = performance.now()
  const end = start + seconds * 1_000
  let call = 0
  const loop = async (): Promise<void> => {
    while (performance.now() < end) {
      const began = performance.now()
      call += 1
      await work(call)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, loop))
  const tookS = (performance.now() - start) / 1_000
  times.sort((a, b) => a - b)
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: times.length / tookS, p50Ms: at(0.5), p95Ms: at(0.95) } satisfies Sample
}

/** The sample with the median throughput. */
export function median(samples: readonly Sample[]): Sample {
  const sorted = samples.toSorted((a, b) => a.perSecond - b.perSecond)
  return sorted[Math.floor(sorted.length / 2)] ?? { perSecond: 0, p50Ms: 0, p95Ms: 0 }
}

import type { Plan } from '../../../src/platform/auth/actor.ts'
import { Client, type Reply } from '../../support/client.ts'
import type { Arrow } from '../../support/paths.ts'
import { startServiceProcess } from '../../support/service-process.ts'
import { createUser, sharedService } from '../../support/service.ts'

/** One account with a client at each of two processes. */
export type Racer = Readonly<{ one: Client; two: Client }>

/** Two service processes on the same databases. */
export type Pair = Readonly<{ racer(plan?: Plan): Promise<Racer>; stop(): Promise<void> }>

/** Starts both; the caller stops them. */
export async function startPair(env: Readonly<Record<string, string>> = {}): Promise<Pair> {
  const [one, two] = await Promise.all([startServiceProcess(env), startServiceProcess(env)])
  return {
    async racer(plan = 'pro') {
      const { application } = await sharedService()
      const user = await createUser(one.url, application, plan)
      const headers = { 'X-API-Key': user.api_key }
      return { one: user.api, two: new Client(two.url, headers) }
    },
    async stop() {
      await Promise.all([one.stop(), two.stop()])
    },
  }
}

/** Starts `count` requests at once, in turn at both processes. */
export async function flood(
  { one, two }: Racer,
  count: number,
  request: (client: Client, index: number) => Promise<Reply>,
): Promise<Reply[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => request(index % 2 === 0 ? one : two, index)))
}

/** The relations of one type in the user's whole graph. */
export async function arrowsOf({ one }: Racer, type: string): Promise<Arrow[]> {
  const edges = (await one.get('/map')).body.edges as { type: string; source: number; target: number }[]
  return edges.filter((edge) => edge.type === type).map(({ source, target }) => [source, target])
}

/** How many answers have each status. */
export function tally(replies: readonly Reply[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { listening } from './listening.ts'
import { answer, type ProviderBehaviour, type ProviderRequest } from './provider-answers.ts'
import type { FakeName } from './provider-speech.ts'

/** The three providers on a port of their own. */
export type FakeProviders = Readonly<{
  /** The environment of a service that uses them. */
  env: Readonly<Record<string, string>>
  requests: readonly ProviderRequest[]
  /** What the next requests meet with, one each; the last one is for all that come after. */
  behave(...behaviours: readonly ProviderBehaviour[]): void
  /** What is answered to questions. */
  say(answer: string): void
  /** Answers what is on hold. */
  release(): void
  /** How many requests whose client has left. */
  left(): number
  /** Waits until so many requests have come, of all so far. */
  asked(count: number): Promise<void>
  /** Waits until so many clients have left. */
  abandoned(count: number): Promise<void>
  close(): Promise<void>
}>

const PATIENCE_MS = 20_000

/** Starts them; they succeed. */
export async function startFakeProviders(): Promise<FakeProviders> {
  const requests: ProviderRequest[] = []
  let behaviours: readonly ProviderBehaviour[] = ['success']
  let says = 'Hello.'
  let gone = 0
  let held = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    response.once('close', () => {
      if (!response.writableFinished) gone += 1
    })
    const take = async (): Promise<void> => {
      const { url = '', method = '', headers } = request
      const asked = { provider: providerOf(url), method, path: url, headers, body: await text(request) }
      const [behaviour = 'success', ...later] = behaviours
      if (later.length > 0) behaviours = later
      requests.push(asked)
      if (behaviour === 'hold') await held.promise
      answer(response, asked, behaviour, says)
    }
    void take().catch(() => response.destroy())
  })
  const { origin, close } = await listening(server)
  return {
    env: {
      PROVIDER_A_BASE_URL: `${origin}/a`,
      PROVIDER_B_BASE_URL: `${origin}/b/v1`,
      PROVIDER_C_BASE_URL: `${origin}/c`,
    },
    requests,
    behave: (...next) => (behaviours = next),
    say: (next) => (says = next),
    release() {
      held.resolve()
      held = Promise.withResolvers()
    },
    left: () => gone,
    asked: async (count) => until(() => requests.length >= count, `request ${count}`),
    abandoned: async (count) => until(() => gone >= count, `client ${count} to leave`),
    close,
  }
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`the fake providers waited for ${what} in vain`)
    await sleep(10)
  }
}

function providerOf(url: string): FakeName {
  return url.startsWith('/a/') ? 'provider_a' : url.startsWith('/b/') ? 'provider_b' : 'provider_c'
}

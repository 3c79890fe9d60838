import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { listening } from './listening.ts'
import { answer, type ProviderBehaviour, type ProviderRequest } from './provider-answers.ts'
import type { FakeName } from './provider-speech.ts'
import { until } from './until.ts'

/** Fakes of the three providers. */
export type FakeProviders = Readonly<{
  /** The environment of a service that uses them. */
  env: Readonly<Record<string, string>>
  requests: readonly ProviderRequest[]
  /** Sets the behaviour for the next requests, one each; the last one applies to all that follow. */
  behave(...behaviours: readonly ProviderBehaviour[]): void
  /** Sets the answer to prompts. */
  say(answer: string): void
  /** Releases held requests. */
  release(): void
  /** The number of requests whose client has disconnected. */
  left(): number
  /** Waits until the total number of requests reaches `count`. */
  asked(count: number): Promise<void>
  /** Waits until this many clients have disconnected. */
  abandoned(count: number): Promise<void>
  close(): Promise<void>
}>

/** Starts fakes whose requests succeed. */
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
    asked: async (count) => until(`request ${count}`, () => requests.length >= count),
    abandoned: async (count) => until(`client ${count} to leave`, () => gone >= count),
    close,
  }
}

function providerOf(url: string): FakeName {
  return url.startsWith('/a/') ? 'provider_a' : url.startsWith('/b/') ? 'provider_b' : 'provider_c'
}

import { expect } from 'chai'
import { startFakeProviders, type FakeProviders } from './fake-providers.ts'
import type { TestUser } from './service.ts'

/** Gives a suite the fake providers: before each test they are reset to succeed, and answer prompts with `says`. */
export function givenProviders(receive: (given: FakeProviders) => void, says = 'Hello.'): void {
  let providers: FakeProviders | undefined
  const asNew = (): void => {
    providers?.behave('success')
    providers?.say(says)
  }
  before(async () => {
    providers = await startFakeProviders()
    asNew()
    receive(providers)
  })
  beforeEach(asNew)
  after(async () => providers?.close())
}

/** Stores provider keys of a user. */
export async function storeProviderKey(
  { session }: Pick<TestUser, 'session'>,
  providers: string | readonly string[],
  api_key = 'sk-a-key',
): Promise<void> {
  for (const provider of [providers].flat()) {
    const { status, body } = await session.send('PUT', `/user/byok/${provider}`, { api_key })
    expect(status, JSON.stringify(body)).to.equal(200)
  }
}

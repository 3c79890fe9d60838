import { signal } from '@preact/signals'

/** What stands between the page and the service: nothing, no network, no answer, or a service that asks for patience. */
export type Trouble = 'offline' | 'away' | 'busy'

const trouble = signal<Trouble | undefined>(navigator.onLine ? undefined : 'offline')

addEventListener('offline', () => (trouble.value = 'offline'))
addEventListener('online', () => (trouble.value = undefined))

/** How the connection to the service is, for the banner of all pages. */
export const connection = {
  trouble,
  /** The service answered, maybe just before the network went. */
  good(): void {
    if (navigator.onLine) trouble.value = undefined
  },
  /** Waits before the next try; without a network, until there is one. @throws the reason of `abort` */
  async waits(why: Trouble, seconds: number, abort?: AbortSignal): Promise<void> {
    trouble.value = navigator.onLine ? why : 'offline'
    const over = new AbortController()
    const { signal: whileWaiting } = over
    await new Promise<void>((resolve, reject) => {
      if (navigator.onLine) setTimeout(resolve, seconds * 1000)
      addEventListener('online', () => resolve(), { signal: whileWaiting })
      abort?.addEventListener('abort', () => reject(abort.reason as Error), { signal: whileWaiting })
    }).finally(() => over.abort())
  },
}

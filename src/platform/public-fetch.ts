import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector, fetch } from 'undici'

/** What tests replace. */
export type PublicFetchOptions = Readonly<{
  /** Whether an address may be connected to; by default if everybody can reach it. */
  isAllowed?: (address: string) => boolean
  /** Certificates of authorities to trust, PEM. */
  ca?: string
}>

/**
 * Fetches documents at addresses that strangers name (SSRF): private, loopback and other special addresses are refused before a
 * connection is opened, also those that a name resolves to. The addresses that are checked are the ones that are connected to.
 */
export function createPublicFetch({ isAllowed = isPublic, ca }: PublicFetchOptions = {}) {
  const connect = buildConnector({ lookup: lookupAmong(isAllowed), ...(ca === undefined ? {} : { ca }) })
  const agent = new Agent({
    // Node looks up names only; addresses are connected to as they are.
    connect: (target, callback) => {
      const host = target.hostname.replace(/^\[|\]$/g, '')
      if (ipaddr.isValid(host) && !isAllowed(host)) callback(refusalOf(host), null)
      else connect(target, callback)
    },
  })
  // The same as Node's own, of which it is another version.
  const guarded = async (url: Parameters<typeof fetch>[0], options: Parameters<typeof fetch>[1]) =>
    fetch(url, { ...options, dispatcher: agent })
  return {
    fetch: guarded as unknown as typeof globalThis.fetch,
    close: async (): Promise<void> => agent.destroy(),
  }
}

/** The only addresses of IPv6 that are assigned for global use (IANA). */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether everybody can reach an address: it is neither private nor reserved, also in its IPv4-mapped form. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  const isGlobal = parsed.kind() === 'ipv4' || parsed.match(GLOBAL_V6)
  return isGlobal && parsed.range() === 'unicast'
}

function lookupAmong(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const refused = addresses?.find(({ address }) => !isAllowed(address))
      const [first] = addresses ?? []
      if (error !== null) callback(error, '')
      else if (refused !== undefined || first === undefined) callback(refusalOf(hostname), '')
      else if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function refusalOf(host: string): Error {
  return new Error(`${host} is not an address that everybody can reach`)
}

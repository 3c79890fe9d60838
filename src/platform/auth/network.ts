import ipaddr from 'ipaddr.js'

const V4_WITH_PORT = /^(?<host>\d+\.\d+\.\d+\.\d+):\d+$/
const BRACKETED = /^\[(?<host>[^\]]+)\](?::\d+)?$/

/** The network that is rate-limited as one client: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const host = (V4_WITH_PORT.exec(address) ?? BRACKETED.exec(address))?.groups?.['host'] ?? address
  if (!ipaddr.isValid(host)) return address
  const parsed = ipaddr.process(host)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = parsed.parts.slice(0, 4)
  return network.map((part) => part.toString(16)).join(':')
}

import { isIPv6 } from 'node:net'

const V4 = /^(?:::ffff:)?(?<v4>\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i
const BRACKETED = /^\[(?<v6>[^\]]+)\](?::\d+)?$/

/** Who is taken for one caller: an IPv4 address, or the /64 network of an IPv6 address, of which one host has all. */
export function networkOf(address: string): string {
  const v4 = V4.exec(address)?.groups?.['v4']
  if (v4 !== undefined) return v4
  const v6 = BRACKETED.exec(address)?.groups?.['v6'] ?? address
  if (!isIPv6(v6)) return address
  const [left = '', right] = (v6.split('%')[0] ?? '').split('::')
  const head = groupsOf(left)
  const tail = groupsOf(right ?? '')
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  return [...head, ...zeros, ...tail].slice(0, 4).map(short).join(':')
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':')
}

function short(group: string): string {
  return Number.parseInt(group, 16).toString(16)
}

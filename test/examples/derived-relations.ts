import type { Graph } from '../../examples/graph-file.ts'
import type { NamedRelation } from './expectations.ts'

/** One `related` from each idea to the next one that links to the same host. */
export function sharedHosts({ ideas }: Graph): NamedRelation[] {
  const hosts = new Map<string, string[]>()
  for (const { title, links } of ideas) {
    for (const host of new Set(links.map(({ url }) => new URL(url).hostname))) {
      hosts.set(host, [...(hosts.get(host) ?? []), title])
    }
  }
  const made = new Map<string, NamedRelation>()
  for (const [host, titles] of hosts) {
    for (const [source, target] of pairs(titles)) {
      made.set(`${source}\n${target}`, { source, target, type: 'related', note: `both link to ${host}` })
    }
  }
  return [...made.values()]
}

/** Each idea blocks the next one. */
export function chain({ ideas }: Graph): NamedRelation[] {
  return pairs(ideas.map(({ title }) => title)).map(([source, target]) => ({
    source,
    target,
    type: 'blocks',
    note: null,
  }))
}

function pairs(titles: readonly string[]): [string, string][] {
  return titles.flatMap((title, index) => {
    const next = titles[index + 1]
    return next === undefined ? [] : [[title, next] satisfies [string, string]]
  })
}

import { expect } from 'chai'
import type { Client } from '../../support/client.ts'
import type { ProviderRequest } from '../../support/provider-answers.ts'

/** An idea of the greatest size in every respect, and its neighbours; the names of those that matter most begin late. */
export async function hubOf(api: Client, character: string): Promise<number> {
  const long = (most: number, start = ''): string => start + character.repeat(most - start.length)
  const relation_type = ['related', 'duplicate', 'inspires', 'blocks', 'parent']
  const names = new Map([
    [298, 'The parent '],
    [299, 'The blocker '],
    [300, 'The former '],
  ])
  const neighbours = Array.from({ length: 300 }, (_, at) => ({
    id: at + 2,
    title: long(150, names.get(at + 1) ?? `Neighbour ${at} `),
    body: long(2_000, `${at} `),
  }))
  const tags = Array.from({ length: 20 }, (_, at) => long(50, `${at} `))
  const file = {
    ideas: [{ id: 1, title: long(200), body: long(50_000), tags }, ...neighbours],
    links: Array.from({ length: 200 }, (_, at) => ({
      idea_id: 1,
      url: `https://example.org/${at}/${'x'.repeat(1_900)}`,
      title: long(200),
    })),
    relations: neighbours.map(({ id }, at) => {
      const [source, target] = at >= 297 && at < 299 ? [id, 1] : [1, id]
      const type = ['parent', 'blocks', 'supersedes'][at - 297] ?? relation_type[at % 5]
      return { source_idea_id: source, target_idea_id: target, relation_type: type, note: long(400) }
    }),
  }
  const imported = await api.post('/user/import', file)
  expect(imported.status, JSON.stringify(imported.body).slice(0, 500)).to.equal(200)
  const { body } = await api.post('/user/export')
  expect(body.relations).to.have.lengthOf(300)
  expect(body.links).to.have.lengthOf(200)
  return body.ideas.find((one: { body: string }) => one.body.length >= 50_000).id as number
}

/** What a provider was told, and about what. */
export function saidTo({ provider, body }: ProviderRequest): { system: string; content: string } {
  const sent = JSON.parse(body)
  if (provider === 'provider_a') return { system: sent.system, content: sent.messages[0].content }
  if (provider === 'provider_b') {
    return { system: sent.messages[0].content, content: sent.messages[1].content }
  }
  const { systemInstruction, contents } = sent
  return { system: systemInstruction.parts[0].text, content: contents[0].parts[0].text }
}

import { HEADINGS } from '../src/features/develop/prompt.ts'
import type { FakeProviders } from '../test/support/fake-providers.ts'
import { storeProviderKey } from '../test/support/given-providers.ts'
import type { Input } from './event-loop-inputs.ts'

const CHARACTERS = 200_000
/** A specification that is accepted, with room for what makes it long. */
const SPECIFICATION = HEADINGS.map((heading) => `## ${heading}\n`).join('')

/** Answers of models that are expensive to read, several times as long as the tokens that a model is asked for. */
export function answersOf(providers: FakeProviders): Input[] {
  return [
    answer('block quotes', '>'),
    answer('headings', '# \n'),
    answer('fences that never close', '```\n# a\n'),
    answer('white space after fences', `\`\`\`${' '.repeat(500)}\n`),
    answer('headings of closing marks', ` #${' #'.repeat(500)}x\n`),
    answer('open links', '[a]('),
    answer('a specification of one long line', 'a ', SPECIFICATION),
    answer('a specification of block quotes', '>', SPECIFICATION),
  ]

  function answer(name: string, part: string, head = ''): Input {
    let id = 0
    return {
      endpoint: 'POST /ideas/:id/develop',
      name,
      async prepare(api, account) {
        await storeProviderKey(account, 'provider_a')
        providers.say(head + part.repeat(Math.ceil(CHARACTERS / part.length)))
        id = (await api.post('/ideas', { title: `Answered with ${name}` })).body.id
      },
      request: async (api) => api.post(`/ideas/${id}/develop`),
    }
  }
}

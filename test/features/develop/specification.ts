import { HEADINGS } from '../../../src/features/develop/prompt.ts'

/** What a model may answer: a specification with all headings. */
export const SPEC = HEADINGS.map((heading) => `## ${heading}\n\nSomething about it.`).join('\n\n')

/** The server-sent events of an answer, without comments. */
export function eventsOf(body: string) {
  return body
    .split('\n\n')
    .filter((event) => event !== '' && !event.startsWith(':'))
    .map((event) => {
      const [name = '', data = ''] = event.split('\n')
      return { name: name.replace('event: ', ''), data: JSON.parse(data.replace('data: ', '')) }
    })
}

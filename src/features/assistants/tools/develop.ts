import { Developed, DevelopQuery } from '../../develop/schema.ts'
import { z } from 'zod'
import { Id } from '../../../platform/schema.ts'
import { queryOf, Repeatable, tool, type Tool } from '../tool.ts'

const develop = tool({
  name: 'develop',
  title: 'Have a specification written',
  description:
    'Has a specification of an idea written by a model, with a key of the account for a provider, which costs money. Takes up to a minute.',
  scope: 'ideas:write',
  openWorld: true,
  input: z.object({ id: Id, provider: DevelopQuery.shape.provider, ...Repeatable }),
  output: Developed,
  async run({ id, provider }, { call }) {
    const sent = { params: { id: String(id) }, query: queryOf({ provider }) }
    return (await call('developIdea', sent, Developed)).body
  },
})

/** Tools that use models. */
export const developTools: readonly Tool[] = [develop]

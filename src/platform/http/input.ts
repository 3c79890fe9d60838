import { z } from 'zod'
import { detailsOf, firstDetails } from '../problem-details.ts'
import { Problem } from '../problems.ts'
import type { Call, Endpoint } from './endpoint.ts'

/** The input of an endpoint as it was sent. */
export type Sent = Readonly<{
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, unknown>>
  body: unknown
}>

/** Validates the declared input of a request. @throws Problem `validation_error`, or what a path parameter declares as `unknown` */
export type InputReader = (sent: Sent) => Pick<Call, 'params' | 'query' | 'body'>

/** Creates the validation of an endpoint's input. */
export function inputReader(endpoint: Endpoint): InputReader {
  const given = Object.entries(endpoint.params)
  // Their errors are reported like those of the query and body. Schemas compile when they are first used: once per endpoint.
  const validated = given.filter(([, { unknown }]) => unknown === undefined)
  const schema = z.object(Object.fromEntries(validated.map(([name, param]) => [name, param.schema])))
  return (sent) => {
    const [query, body] = parseAll([
      { schema: endpoint.query, value: sent.query },
      { schema: endpoint.body, value: sent.body },
      { schema, value: sent.params },
    ])
    const parsed = given.map(([name, param]) => {
      const { data, error } = param.schema.safeParse(sent.params[name])
      if (error !== undefined) throw new Problem(param.unknown ?? 'validation_error')
      return [name, data]
    })
    return { params: Object.fromEntries(parsed), query, body }
  }
}

/** Parses all inputs and reports their errors together. @throws Problem `validation_error` */
function parseAll(inputs: readonly { schema: z.ZodType | undefined; value: unknown }[]): unknown[] {
  const parsed = inputs.map(({ schema, value }) => schema?.safeParse(value, { reportInput: true }))
  const details = parsed.flatMap((result) => (result?.error === undefined ? [] : detailsOf(result.error)))
  if (details.length > 0) throw new Problem('validation_error', { details: firstDetails(details) })
  return parsed.map((result) => result?.data)
}

import { readFileSync } from 'node:fs'
import neo4j, { type Record as Neo4jRecord } from 'neo4j-driver'
import { z } from 'zod'
import { createYield } from '../event-loop-yield.ts'

const CYPHER = new URL('../../../cypher/', import.meta.url)

/** An integer parameter: the driver would send a JavaScript number as a float. */
export const int = z.int().transform((value) => neo4j.int(value))

/**
 * Parameters of a statement that is a transaction of its own. `requestId` names its receipt, null within a transaction that has the lock.
 * If it gets the lock only `lockTimeoutMs` after its begin or later, it writes nothing and returns no row, because its request is answered 503.
 */
export const singleStatementParams = {
  requestId: z.string().nullable(),
  lockTimeoutMs: z
    .int()
    .default(Number.MAX_SAFE_INTEGER)
    .transform((value) => neo4j.int(value)),
}

/** A statement of `cypher/`, its text as {@link driverArguments}, with the schemas of its parameters and rows. */
export type Query<Params extends z.ZodObject = z.ZodObject, Row extends z.ZodType = z.ZodType> = Readonly<{
  file: string
  text: string
  params: Params
  row: Row
}>

/** How a statement runs: Neo4j keeps other plans for those of a transaction that has written something before. */
type Place = 'alone' | 'behind writes'
const plannedAtStart: Readonly<Record<Place, Query[]>> = { alone: [], 'behind writes': [] }

/**
 * Has the database plan statements before the first request, so that no request waits for their plans. They are planned by running
 * them without parameters, so then they must not write anything.
 */
export function planAtStart(queries: Readonly<Record<string, Query>>, place: Place): void {
  plannedAtStart[place].push(...Object.values(queries))
}

/** The statements of the loaded modules that the database plans before the first request. */
export function statementsToPlan(place: Place): readonly Query[] {
  return plannedAtStart[place]
}

/**
 * Declares the statements in a folder of `cypher/` by the names of their files, which are read when the module loads. Those that take the
 * ledger's lock are planned before the first request, as by {@link planAtStart}.
 * @throws Error when the parameters used in a file are not exactly the declared ones
 */
export function queriesIn(folder: string) {
  return <Shape extends z.ZodRawShape, Row extends z.ZodType>(
    name: string,
    shape: Shape,
    row: Row,
  ): Query<z.ZodObject<Shape>, Row> => {
    const file = `${folder}/${name}.cypher`
    const code = withoutComments(readFileSync(new URL(file, CYPHER), 'utf8'))
    const used = parametersOf(code)
    const unused = Object.keys(shape).filter((parameter) => !used.delete(parameter))
    const wrong = [
      ...unused.map((parameter) => `$${parameter} is declared but not used`),
      ...[...used].map((parameter) => `$${parameter} is used but not declared`),
    ]
    if (wrong.length > 0) throw new Error(`cypher/${file}: ${wrong.join(', ')}`)
    const query = { file, text: code.replaceAll(/\$(?=\w)/g, '$params.'), params: z.object(shape), row }
    if ('requestId' in shape) planAtStart({ query }, 'alone')
    return query
  }
}

/**
 * A statement with its parameters as the driver takes them: all in one map, `$params`. Neo4j keeps a plan for each combination of types and
 * orders of size of the parameters, but not of what a map holds, and planning a statement may take half a second.
 */
export function driverArguments<P extends z.ZodObject>(
  { text, params }: Query<P>,
  given: z.input<P>,
): [text: string, parameters: Readonly<{ params: z.output<P> }>] {
  return [text, { params: params.parse(given) }]
}

/** A row of one column; its value stands for the row. */
export function column<Name extends string, Value extends z.ZodType>(name: Name, value: Value) {
  return z.strictObject({ [name]: value }).transform((row) => row[name] as z.output<Value>)
}

/** The rows of records up to one that does not match the schema, and why it does not. */
export async function rowsIn<R extends z.ZodType>(
  records: readonly Neo4jRecord[],
  schema: R,
): Promise<{ rows: z.output<R>[]; torn?: z.ZodError }> {
  const rows: z.output<R>[] = []
  const yieldIfDue = createYield()
  for (const record of records) {
    await yieldIfDue()
    const { data, error } = schema.safeParse(record.toObject())
    if (error !== undefined) return { rows, torn: error }
    rows.push(data)
  }
  return { rows }
}

function withoutComments(text: string): string {
  return text.replaceAll(/^ *\/\/.*\n| *\/\/.*$/gm, '')
}

/** The names of the parameters in a statement without comments. */
function parametersOf(code: string): Set<string> {
  return new Set([...code.matchAll(/\$(?<name>\w+)/g)].map((match) => match.groups?.['name'] ?? ''))
}

/** Runs statements, as a graph or a transaction does. */
export type Run = <P extends z.ZodObject, R extends z.ZodType>(
  query: Query<P, R>,
  params: z.input<P>,
) => Promise<z.output<R>[]>

/** Runs statements in one transaction; several may be pipelined. */
export type Tx = Readonly<{ run: Run }>

/** Runs statements, or streams their rows, which then have the declared type but are not validated. */
export type Rows = Readonly<{
  run: Run
  stream<P extends z.ZodObject, R extends z.ZodType>(
    query: Query<P, R>,
    params: z.input<P>,
  ): AsyncIterable<z.output<R>>
}>

/** Runs a statement that deletes a limited number and tells how many, until there are none: so transactions stay small. */
export async function inBatches<P extends z.ZodObject>(
  run: Run,
  query: Query<P, z.ZodType<number>>,
  params: z.input<P>,
): Promise<void> {
  while (((await first(run, query, params)) ?? 0) > 0);
}

/** The first row of a statement. */
export async function first<P extends z.ZodObject, R extends z.ZodType>(
  run: Run,
  query: Query<P, R>,
  params: z.input<P>,
): Promise<z.output<R> | undefined> {
  return (await run(query, params))[0]
}

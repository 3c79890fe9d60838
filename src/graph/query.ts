import { readFileSync } from 'node:fs'
import neo4j from 'neo4j-driver'
import { z } from 'zod'

const CYPHER = new URL('../../cypher/', import.meta.url)

/** A whole number for Cypher: the driver sends a bare JavaScript number as a float. */
export const int = z.int().transform((value) => neo4j.int(value))

/** A statement of `cypher/` with the shapes of its parameters and of its rows. */
export type Query<Params extends z.ZodObject = z.ZodObject, Row extends z.ZodType = z.ZodType> = Readonly<{
  file: string
  text: string
  params: Params
  row: Row
}>

/**
 * Declares a Cypher file, read once when its module loads.
 * @throws Error when the parameters that the file names are not exactly the declared ones.
 */
export function defineQuery<Shape extends z.ZodRawShape, Row extends z.ZodType>(
  file: string,
  shape: Shape,
  row: Row,
): Query<z.ZodObject<Shape>, Row> {
  const text = readFileSync(new URL(file, CYPHER), 'utf8')
  const named = parametersOf(text)
  const declared = Object.keys(shape)
  const wrong = [
    ...declared.filter((name) => !named.has(name)).map((name) => `$${name} is declared but not used`),
    ...[...named]
      .filter((name) => !declared.includes(name))
      .map((name) => `$${name} is used but not declared`),
  ]
  if (wrong.length > 0) throw new Error(`cypher/${file}: ${wrong.join(', ')}`)
  return { file, text, params: z.object(shape), row }
}

/** The names of the parameters in a statement, comments left out. */
export function parametersOf(text: string): Set<string> {
  const code = text.replaceAll(/\/\/.*$/gm, '')
  return new Set([...code.matchAll(/\$(?<name>\w+)/g)].map((match) => match.groups?.['name'] ?? ''))
}

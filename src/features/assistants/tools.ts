import { z } from 'zod'
import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import type { Scope } from '../../platform/auth/actor.ts'
import type { Tool } from './tool.ts'
import { developTools } from './tools/develop.ts'
import { duplicateTools } from './tools/duplicates.ts'
import { graphTools } from './tools/graph.ts'
import { ideaTools } from './tools/ideas.ts'

/** All tools, in the order in which they are listed. */
const TOOLS: readonly Tool[] = [...ideaTools, ...graphTools, ...duplicateTools, ...developTools]

const BY_NAME = new Map(TOOLS.map((tool) => [tool.name, tool]))
const LISTED = new Map(TOOLS.map((tool) => [tool, listed(tool)]))

/** A tool by its name. */
export function toolOf(name: unknown): Tool | undefined {
  return typeof name === 'string' ? BY_NAME.get(name) : undefined
}

/** The tools that a credential with these scopes may use, as the protocol lists them. */
export function toolsFor(scopes: readonly Scope[]): ListedTool[] {
  return [...LISTED].flatMap(([tool, entry]) => (scopes.includes(tool.scope) ? [entry] : []))
}

function listed(tool: Tool): ListedTool {
  const { name, title, description, scope, destructive, openWorld, input, output } = tool
  const isReading = scope === 'ideas:read'
  return {
    name,
    title,
    description,
    inputSchema: {
      ...inlined(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', override: shorten })),
      additionalProperties: false,
    },
    outputSchema: inlined(
      z.toJSONSchema(output, { io: 'output', unrepresentable: 'any', override: shorten }),
    ),
    annotations: {
      title,
      readOnlyHint: isReading,
      destructiveHint: destructive,
      idempotentHint: isReading,
      openWorldHint: openWorld,
    },
  }
}

/** Leaves out what a model need not read: the patterns of formats, the bounds of any number, that parts have no other fields. */
function shorten({ jsonSchema: schema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  delete schema.$schema
  delete schema.additionalProperties
  if (schema.format !== undefined) delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

/** A JSON schema without references, which some clients do not follow. */
function inlined({
  $defs: definitions = {},
  ...schema
}: z.core.JSONSchema.JSONSchema): ListedTool['inputSchema'] {
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...own } = value as z.core.JSONSchema.JSONSchema
    const target = typeof $ref === 'string' ? definitions[$ref.replace('#/$defs/', '')] : undefined
    const whole = Object.entries({ ...target, ...own })
    // The name of a schema, unlike a property of that name, is a text.
    const kept = whole.filter(([key, inner]) => key !== 'id' || typeof inner !== 'string')
    return Object.fromEntries(kept.map(([key, inner]) => [key, replace(inner)]))
  }
  return { ...(replace(schema) as object), type: 'object' }
}

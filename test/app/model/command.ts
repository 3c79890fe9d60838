import { expect } from 'chai'
import * as fc from 'fast-check'
import type { Client, Reply } from '../../support/client.ts'
import { distance, type Arrow } from '../../support/paths.ts'
import type { GraphModel } from './graph-model.ts'

/** One request with what the model says of its answer. */
export type Command = fc.AsyncCommand<GraphModel, Client>

/** Makes commands of one kind from random input. */
export function command<T>(
  name: string,
  input: fc.Arbitrary<T>,
  run: (model: GraphModel, api: Client, input: T) => Promise<void>,
): fc.Arbitrary<Command> {
  return input.map((value) => ({
    check: () => true,
    run: async (model, api) => run(model, api, value),
    toString: () => `${name} ${fc.stringify(value)}`,
  }))
}

/** Compares status and whole body. */
export function expectReply({ status, body }: Reply, wantedStatus: number, wantedBody?: unknown): void {
  expect(status, JSON.stringify(body)).to.equal(wantedStatus)
  if (wantedBody !== undefined) expect(body).to.deep.equal(wantedBody)
}

/** A refusal whose sentence is fixed. */
export function expectError(reply: Reply, status: number, error: string, facts: object = {}): void {
  expectReply(reply, status, { error, ...facts })
}

/** The refusal for an idea that is not there, or archived. */
export function expectNoIdea(model: GraphModel, reply: Reply, id: number): void {
  expectError(reply, 404, 'Idea not found', model.whereabouts(id))
}

/** The relation that would be added. */
export type NewEdge = Readonly<{ source: number; target: number; type: string; force: boolean }>

const ACYCLIC: ReadonlySet<string> = new Set(['blocks', 'parent', 'supersedes'])

/** Whether cycles are refused for it at all. */
export function mustBeAcyclic({ type, force }: Pick<NewEdge, 'type' | 'force'>): boolean {
  return ACYCLIC.has(type) && !(type === 'supersedes' && force)
}

/** How many steps lead back from target to source along relations of the type; nothing when none do. */
export function wayBack(model: GraphModel, { source, target, type }: NewEdge): number | undefined {
  return source === target ? 0 : distance(arrows(model, type), target, source)
}

/** The answer to a relation that would close a cycle: a real path, and a shortest one. */
export function expectCycle(model: GraphModel, reply: Reply, edge: NewEdge, steps: number): void {
  expect(reply.status, JSON.stringify(reply.body)).to.equal(409)
  expect(reply.body.error).to.equal('Relation would create a cycle')
  const cycle = reply.body.cycle as number[]
  expect(cycle.slice(0, 2)).to.deep.equal([edge.source, edge.target])
  expect(cycle.at(-1)).to.equal(edge.source)
  expect(cycle).to.have.length(steps + 2)
  const known = new Set(arrows(model, edge.type).map(String))
  for (let index = 1; index + 1 < cycle.length; index += 1) {
    expect(known).to.include(`${cycle[index]},${cycle[index + 1]}`)
  }
}

/** The relations of one type. */
export function arrows(model: GraphModel, type: string): Arrow[] {
  return [...model.relations.values()]
    .filter((edge) => edge.relation_type === type)
    .map((edge) => [edge.source_idea_id, edge.target_idea_id])
}

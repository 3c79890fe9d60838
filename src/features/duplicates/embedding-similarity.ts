import { dot, normalised, type Vector } from '../../platform/embeddings/vectors.ts'
import type { IdeaText } from './text.ts'

/** Vectors of an idea, of length 1: of the beginning of its body, and of that and its title together. */
export type IdeaVectors = Readonly<{ body: Vector | undefined; whole: Vector }>

/** Cosines of two ideas; `body` is that of the wholes where one has no body. */
export type EmbeddingSimilarity = Readonly<{ body: number; whole: number }>

/** Embeds an idea for comparisons. @throws EmbeddingsUnavailable */
export type EmbedIdea = (idea: IdeaText) => Promise<IdeaVectors>

/** bge models take an instruction in front; with this one paraphrases are nearer than texts of one topic (docs/duplicates.md). */
const PREFIX = 'Represent this sentence for finding paraphrases: '
/** What an idea is about stands first. */
const MAX_BODY = 300

/** Embeds by `embed`, which answers vectors of length 1. */
export function createEmbedIdea(embed: (text: string) => Promise<Vector>): EmbedIdea {
  const embedText = async (text: string): Promise<Vector> => embed((PREFIX + text).toWellFormed())
  return async (idea) => {
    const title = await embedText(idea.title)
    const beginning = idea.body.slice(0, MAX_BODY).trim()
    if (beginning === '') return { body: undefined, whole: title }
    const body = await embedText(beginning)
    return { body, whole: normalised(title.map((value, at) => value + (body[at] ?? 0))) }
  }
}

/** How near two ideas are. */
export function embeddingSimilarity(a: IdeaVectors, b: IdeaVectors): EmbeddingSimilarity {
  const whole = dot(a.whole, b.whole)
  const hasBodies = a.body !== undefined && b.body !== undefined
  return { body: hasBodies ? dot(a.body, b.body) : whole, whole }
}

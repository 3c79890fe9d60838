import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Cross } from '../../parts/cross.tsx'
import { IdeaPicker } from '../../parts/idea-picker.tsx'
import { RELATION_WORDS, type RelationType } from '../../parts/relation-words.ts'
import { ApiError } from '../../platform/api-error.ts'
import { call } from '../../platform/api.ts'
import { announceChange, useLive } from '../../platform/live.ts'
import { deleteLater, isHidden, tellError } from '../../platform/notices.ts'
import type { Idea } from './idea.ts'
import { Neighbourhood } from './neighbourhood.tsx'

type Relation = Idea['relations'][number]

/** The relations of an idea in both directions, what blocks it first. */
export function Relations({ idea }: Readonly<{ idea: Idea }>) {
  const map = useLive('GET /map', { query: { focus: idea.id, depth: 1 } }).value
  const part = map.reply?.body
  const titles = new Map(part?.nodes.map((node) => [node.id, node.title]))
  const nameOf = (id: number) => titles.get(id) ?? (part || map.error ? `Idea ${id}` : '…')
  const shown = idea.relations.filter(
    ({ id, source_idea_id: source, target_idea_id: target }) =>
      !isHidden(`relation-${id}`, `idea-${source}`, `idea-${target}`),
  )
  const phrases = [...new Set(shown.map((one) => phraseOf(one, idea.id)))].sort(blockersFirst)
  return (
    <section aria-labelledby="relations">
      <h2 id="relations">Relations</h2>
      {part && <Neighbourhood id={idea.id} part={part} />}
      {phrases.length === 0 && <p class="hint">It stands alone. Relate it to another idea:</p>}
      {phrases.map((phrase) => (
        <div key={phrase}>
          <h3>{phrase}</h3>
          <ul class="plain related">
            {shown
              .filter((one) => phraseOf(one, idea.id) === phrase)
              .map((relation) => (
                <RelationLine key={relation.id} relation={relation} idea={idea} nameOf={nameOf} />
              ))}
          </ul>
        </div>
      ))}
      <AddRelation idea={idea} />
    </section>
  )
}

type LineProps = Readonly<{ relation: Relation; idea: Idea; nameOf: (id: number) => string }>

function RelationLine({ relation, idea, nameOf }: LineProps) {
  const { id, note, score, source_idea_id: source, target_idea_id: target } = relation
  const other = source === idea.id ? target : source
  const title = nameOf(other)
  const remove = (): void =>
    deleteLater(`relation-${id}`, `The relation to “${title}” is deleted.`, 'DELETE /map/relations/:id', {
      params: { id },
    })
  return (
    <li class="row">
      <a href={`/ideas/${other}`} dir="auto">
        {title}
      </a>
      {note !== null && <span class="hint">{note}</span>}
      {score !== null && <a href={`/duplicates?pair=${source},${target}`}>Compare them</a>}
      <Cross label={`Delete the relation to ${title}`} onClick={remove} />
    </li>
  )
}

function AddRelation({ idea }: Readonly<{ idea: Idea }>) {
  const phrase = useSignal('related>')
  const refusal = useSignal<ApiError | undefined>(undefined)
  const related = idea.relations.map(({ id }) => id).join()
  useEffect(() => {
    // It may hold no more.
    refusal.value = undefined
  }, [related])
  const relate = async (other: number): Promise<void> => {
    const [type = '', direction] = phrase.value.split(/(?=[<>])/)
    const [source, target] = direction === '>' ? [idea.id, other] : [other, idea.id]
    const body = { source_idea_id: source, target_idea_id: target, relation_type: type as RelationType }
    try {
      await call('POST /map/relations', { body })
      refusal.value = undefined
    } catch (error) {
      if (error instanceof ApiError) refusal.value = error
      else tellError(error)
    }
    announceChange()
  }
  return (
    <div class="stack relate">
      <div class="row">
        <span>This idea</span>
        <select
          aria-label="How it is related"
          value={phrase.value}
          onChange={({ currentTarget }) => (phrase.value = currentTarget.value)}
        >
          {Object.entries(RELATION_WORDS).flatMap(([type, [out, back]]) => [
            <option value={`${type}>`}>{out}</option>,
            ...(out === back ? [] : [<option value={`${type}<`}>{back}</option>]),
          ])}
        </select>
        <IdeaPicker label="Find the other idea" without={idea.id} onPick={(id) => void relate(id)} />
      </div>
      {refusal.value && <Refusal error={refusal.value} />}
    </div>
  )
}

/** Why two ideas could not be related; a cycle with the ideas on its way. */
function Refusal({ error }: Readonly<{ error: ApiError }>) {
  const { cycle } = error.body
  return (
    <div class="warning" role="alert">
      {cycle === undefined ? error.message : 'That would close a circle: '}
      {cycle && (
        <ol class="cycle">
          {cycle.map((id) => (
            <li>
              <IdeaName key={id} id={id} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function IdeaName({ id }: Readonly<{ id: number }>) {
  const idea = useLive('GET /ideas/:id', { params: { id } }).value.reply?.body
  return <a href={`/ideas/${id}`}>{idea?.title ?? `Idea ${id}`}</a>
}

function phraseOf({ relation_type: type, source_idea_id: source }: Relation, id: number): string {
  const [out, back] = RELATION_WORDS[type]
  return source === id ? out : back
}

function blockersFirst(a: string, b: string): number {
  return Number(b === RELATION_WORDS.blocks[1]) - Number(a === RELATION_WORDS.blocks[1]) || a.localeCompare(b)
}

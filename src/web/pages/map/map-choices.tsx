import type { Signal } from '@preact/signals'
import { Choice } from '../../parts/choice.tsx'
import { RELATION_WORDS } from '../../parts/relation-words.ts'
import { STATUSES } from '../../parts/statuses.tsx'
import type { Choices, Shown } from './shown.ts'

const TYPES = ['related', 'parent', 'blocks', 'inspires', 'supersedes'] as const
/** The kind of relation that dragging makes; none where it moves the map. */
export type Dragging = (typeof TYPES)[number] | ''

type Props = Readonly<{
  tags: readonly string[]
  shown: Shown
  onShow: (change: Choices) => void
  dragging: Signal<Dragging>
}>

/** What is shown of the map, and how. */
export function MapChoices({ tags, shown: { filter, by, isList }, onShow, dragging }: Props) {
  return (
    <div class="row filters map-choices">
      <Choice
        label="Status"
        value={filter.status}
        options={[['', 'every status'], ...STATUSES.map((one) => [one, one] as const)]}
        onChange={(status) => onShow({ status })}
      />
      <Choice
        label="Tag"
        value={filter.tag}
        options={[['', 'every tag'], ...tags.map((one) => [one, one] as const)]}
        onChange={(tag) => onShow({ tag })}
      />
      <Choice
        label="Colours"
        value={by}
        options={[
          ['status', 'coloured by status'],
          ['tag', 'coloured by tag'],
        ]}
        onChange={(next) => onShow({ by: next === 'status' ? '' : next })}
      />
      <Choice
        label="What dragging does"
        value={dragging.value}
        options={[
          ['', 'dragging moves the map'],
          ...TYPES.map((one) => [one, `the dragged idea ${RELATION_WORDS[one][0]} the other`] as const),
        ]}
        onChange={(next) => (dragging.value = next as Dragging)}
      />
      <button type="button" aria-pressed={isList} onClick={() => onShow({ list: isList ? '' : '1' })}>
        As a list
      </button>
    </div>
  )
}

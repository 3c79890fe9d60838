import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { useLive } from '../platform/live.ts'

type Props = Readonly<{ label: string; without: number; onPick: (id: number) => void }>

/** Finds one idea by its words; arrows and Enter choose. */
export function IdeaPicker({ label, without, onPick }: Props) {
  const list = useId()
  const typed = useSignal('')
  const at = useSignal(0)
  const words = typed.value.trim()
  const search = words === '' ? undefined : { query: { q: words, mode: 'keyword' as const, limit: 8 } }
  const answer = useLive('GET /ideas/search', search).value.reply?.body.results
  const found = words === '' ? [] : (answer ?? []).filter(({ id }) => id !== without)
  const pick = (id: number): void => {
    typed.value = ''
    onPick(id)
  }
  return (
    <div class="picker">
      <input
        role="combobox"
        aria-label={label}
        aria-expanded={found.length > 0}
        aria-controls={list}
        aria-activedescendant={found.length > 0 ? `${list}-${at.value}` : undefined}
        placeholder={label}
        value={typed.value}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value
          at.value = 0
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
          if (step !== undefined && found.length > 0)
            at.value = (at.value + step + found.length) % found.length
          if (event.key === 'Escape') typed.value = ''
          const idea = found[at.value]
          if (event.key === 'Enter' && idea !== undefined) pick(idea.id)
          if (step !== undefined || event.key === 'Enter') event.preventDefault()
        }}
      />
      <ul role="listbox" id={list} aria-label={label} hidden={found.length === 0}>
        {found.map(({ id, title }, index) => (
          <li
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === at.value}
            onClick={() => pick(id)}
          >
            {title}
          </li>
        ))}
      </ul>
      {words !== '' && answer !== undefined && found.length === 0 && (
        <p class="hint" role="status">
          No other idea has these words.
        </p>
      )}
    </div>
  )
}

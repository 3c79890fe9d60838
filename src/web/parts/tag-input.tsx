import { useSignal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import { useTags } from './known-tags.tsx'
import { Tag } from './tag.tsx'

type Props = Readonly<{
  label: string
  tags: readonly string[]
  /** False if they are refused: what was typed is in the field again, if that is still there and empty. */
  onChange: (tags: string[]) => unknown
  /** Whether a tag also ends when the field is left, in a form that would be sent without it. */
  endsOnBlur?: boolean
}>

/** Tags that are typed one by one, completed from those of the account; Enter or a comma ends one, Backspace takes the last back. */
export function TagInput({ label, tags, onChange, endsOnBlur = false }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const typed = useSignal('')
  const known = useTags().live.reply?.body ?? []
  const add = async (name: string): Promise<void> => {
    const tag = name.trim()
    typed.value = ''
    if (tag === '' || tags.some((one) => one.toLowerCase() === tag.toLowerCase())) return
    if ((await onChange([...tags, tag])) === false && typed.value === '') typed.value = tag
  }
  return (
    <div class="tag-input">
      {tags.map((tag) => (
        <Tag name={tag} key={tag}>
          <button
            type="button"
            aria-label={`Remove the tag ${tag}`}
            onClick={() => {
              // Before the button is gone, and the focus with it.
              field.current?.focus()
              onChange(tags.filter((one) => one !== tag))
            }}
          >
            ×
          </button>
        </Tag>
      ))}
      <input
        ref={field}
        aria-label={label}
        placeholder={label}
        list={id}
        value={typed.value}
        onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
        onKeyDown={(event) => {
          // Enter ends the word of an input method first.
          if (event.isComposing) return
          const isEnd = (event.key === 'Enter' || event.key === ',') && typed.value.trim() !== ''
          if (isEnd) event.preventDefault()
          if (isEnd) void add(typed.value)
          // A key that is held to clear the field stops there.
          else if (event.key === 'Backspace' && typed.value === '' && !event.repeat && tags.length > 0)
            onChange(tags.slice(0, -1))
        }}
        onChange={({ currentTarget }) => {
          // A tag that is picked from the list leaves the focus in the field.
          if (endsOnBlur || document.activeElement === currentTarget) void add(typed.value)
        }}
      />
      <datalist id={id}>
        {known.map(({ name }) => (
          <option value={name} />
        ))}
      </datalist>
    </div>
  )
}

import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { useTags } from './known-tags.tsx'
import { Tag } from './tag.tsx'

type Props = Readonly<{ label: string; tags: readonly string[]; onChange: (tags: string[]) => void }>

/** Tags that are typed one by one, completed from those of the account; Enter or a comma ends one, Backspace takes the last back. */
export function TagInput({ label, tags, onChange }: Props) {
  const id = useId()
  const typed = useSignal('')
  const known = useTags().live.reply?.body ?? []
  const add = (name: string): void => {
    const tag = name.trim()
    typed.value = ''
    if (tag !== '' && !tags.some((one) => one.toLowerCase() === tag.toLowerCase())) onChange([...tags, tag])
  }
  return (
    <div class="tag-input">
      {tags.map((tag) => (
        <Tag name={tag} key={tag}>
          <button
            type="button"
            aria-label={`Remove the tag ${tag}`}
            onClick={() => onChange(tags.filter((one) => one !== tag))}
          >
            ×
          </button>
        </Tag>
      ))}
      <input
        aria-label={label}
        placeholder={label}
        list={id}
        maxLength={50}
        value={typed.value}
        onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
        onKeyDown={(event) => {
          const isEnd = (event.key === 'Enter' || event.key === ',') && typed.value.trim() !== ''
          if (isEnd) event.preventDefault()
          if (isEnd) add(typed.value)
          else if (event.key === 'Backspace' && typed.value === '') onChange(tags.slice(0, -1))
        }}
        onChange={() => add(typed.value)}
      />
      <datalist id={id}>
        {known.map(({ name }) => (
          <option value={name} />
        ))}
      </datalist>
    </div>
  )
}

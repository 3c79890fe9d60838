import { useSignal, type Signal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'

/** Something that can be chosen, by a key that no other has. */
export type Option = Readonly<{ key: string; name: string }>

type Props<O extends Option> = Readonly<{
  label: string
  typed: Signal<string>
  options: readonly O[]
  onPick: (option: O) => void
}>

/** A field with options for what is typed; arrows and Enter choose. An option that is pointed at stays so when others come. */
export function Combobox<O extends Option>({ label, typed, options, onPick }: Props<O>) {
  const list = useId()
  const wanted = useSignal<string | undefined>(undefined)
  const at = Math.max(
    0,
    options.findIndex(({ key }) => key === wanted.value),
  )
  const isOpen = options.length > 0
  useEffect(() => {
    if (wanted.value !== undefined)
      document.getElementById(`${list}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <>
      <input
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={list}
        aria-activedescendant={isOpen ? `${list}-${at}` : undefined}
        placeholder={label}
        value={typed.value}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value
          wanted.value = undefined
        }}
        onKeyDown={(event) => {
          if (event.isComposing) return
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
          if (step !== undefined && isOpen)
            wanted.value = options[(at + step + options.length) % options.length]?.key
          if (event.key === 'Escape') typed.value = ''
          const option = options[at]
          if (event.key === 'Enter' && option !== undefined) onPick(option)
          if (step !== undefined || event.key === 'Enter') event.preventDefault()
        }}
      />
      {/* A click on an option leaves the focus within the picker, which shows them. */}
      <ul role="listbox" id={list} aria-label={label} hidden={!isOpen} tabIndex={-1}>
        {options.map((option, index) => (
          <li
            key={option.key}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => onPick(option)}
          >
            {option.name}
          </li>
        ))}
      </ul>
    </>
  )
}

import { useSignal } from '@preact/signals'
import { Combobox } from './combobox.tsx'
import { useFoundIdeas } from './found-ideas.ts'

type Props = Readonly<{ label: string; without: number; onPick: (id: number) => void }>

/** Finds one idea by its words. */
export function IdeaPicker({ label, without, onPick }: Props) {
  const typed = useSignal('')
  const found = useFoundIdeas(typed.value.trim())?.filter(({ id }) => id !== without)
  const options = found?.map(({ id, title }) => ({ key: String(id), name: title, id })) ?? []
  return (
    <div class="picker">
      <Combobox
        label={label}
        typed={typed}
        options={options}
        onPick={({ id }) => {
          typed.value = ''
          onPick(id)
        }}
      />
      {found?.length === 0 && (
        <p class="hint" role="status">
          No other idea has these words.
        </p>
      )}
    </div>
  )
}

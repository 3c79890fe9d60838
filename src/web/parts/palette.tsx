import { signal, useSignal } from '@preact/signals'
import { useLocation } from 'preact-iso'
import { useLive } from '../platform/live.ts'
import { signOut } from '../platform/sign-out.ts'
import { useShortcut } from '../platform/shortcuts.ts'
import { openCapture } from './capture.tsx'
import { Dialog } from './dialog.tsx'

const isOpen = signal(false)

/** Opens the command palette. */
export function openPalette(): void {
  isOpen.value = true
}

/** Everything that can be reached, by Ctrl or Command and K: pages, commands, and ideas by their words. */
export function Palette() {
  useShortcut('mod+k', openPalette)
  return isOpen.value ? <PaletteDialog /> : null
}

type Command = Readonly<{ name: string; run: () => void }>

function PaletteDialog() {
  const { route } = useLocation()
  const typed = useSignal('')
  const at = useSignal(0)
  const words = typed.value.trim()
  const search = words === '' ? undefined : { query: { q: words, mode: 'keyword' as const, limit: 8 } }
  const found = useLive('GET /ideas/search', search).value.reply?.body.results ?? []
  const to = (path: string) => () => route(path)
  const all: Command[] = [
    { name: 'Capture an idea', run: openCapture },
    { name: 'Ideas', run: to('/') },
    { name: 'Search', run: to('/search') },
    { name: 'Map', run: to('/map') },
    { name: 'Duplicates', run: to('/duplicates') },
    { name: 'Tags', run: to('/tags') },
    { name: 'Account', run: to('/account') },
    { name: 'Sign out', run: () => void signOut() },
  ]
  const commands = [
    ...all.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase())),
    ...(words === '' ? [] : found.map(({ id, title }) => ({ name: title, run: to(`/ideas/${id}`) }))),
    ...(words === ''
      ? []
      : [{ name: `Search for “${words}”`, run: to(`/search?q=${encodeURIComponent(words)}`) }]),
  ]
  const chosen = Math.min(at.value, commands.length - 1)
  const run = ({ run: act }: Command): void => {
    isOpen.value = false
    act()
  }
  return (
    <Dialog label="Find or do" onClose={() => (isOpen.value = false)} class="palette">
      <input
        role="combobox"
        aria-label="Find an idea or do something"
        aria-expanded="true"
        aria-controls="commands"
        aria-activedescendant={`command-${chosen}`}
        placeholder="Find an idea or do something"
        value={typed.value}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value
          at.value = 0
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
          if (step !== undefined) at.value = (chosen + step + commands.length) % commands.length
          const command = commands[chosen]
          if (event.key === 'Enter' && command !== undefined) run(command)
          if (step !== undefined || event.key === 'Enter') event.preventDefault()
        }}
      />
      <ul role="listbox" id="commands" aria-label="What was found">
        {commands.map((command, index) => (
          <li
            key={command.name}
            id={`command-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => run(command)}
          >
            {command.name}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

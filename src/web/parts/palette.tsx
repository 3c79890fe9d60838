import { signal, useSignal } from '@preact/signals'
import { useLocation } from 'preact-iso'
import { useLayoutEffect } from 'preact/hooks'
import { signOut } from '../platform/sign-out.ts'
import { useShortcut } from '../platform/shortcuts.ts'
import { openCapture } from './capture.tsx'
import { Combobox, type Option } from './combobox.tsx'
import { Dialog } from './dialog.tsx'
import { useFoundIdeas } from './found-ideas.ts'
import { PAGES } from './pages.ts'

const isOpen = signal(false)

/** Opens the command palette. */
export function openPalette(): void {
  isOpen.value = true
}

/** Everything that can be reached, by Ctrl or Command and K: pages, commands, and ideas by their words. */
export function Palette() {
  useShortcut('mod+k', () => {
    // What it leads to would be behind another dialog.
    if (document.querySelector('dialog[open]') === null) openPalette()
  })
  return isOpen.value ? <PaletteDialog /> : null
}

type Command = Option & Readonly<{ run: () => void }>

function PaletteDialog() {
  // Nobody who signs in again finds it open.
  useLayoutEffect(() => () => void (isOpen.value = false), [])
  const { route } = useLocation()
  const typed = useSignal('')
  const words = typed.value.trim()
  const to = (path: string) => () => route(path)
  const all = [
    { name: 'Capture an idea', run: openCapture },
    ...PAGES.map(({ name, path }) => ({ name, run: to(path) })),
    { name: 'Sign out', run: () => void signOut() },
  ]
  const ideas = useFoundIdeas(words) ?? []
  const search = {
    key: 'search',
    name: `Search for “${words}”`,
    run: to(`/search?q=${encodeURIComponent(words)}`),
  }
  const commands: Command[] = [
    ...all
      .filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()))
      .map((command) => ({ ...command, key: command.name })),
    ...ideas.map(({ id, title }) => ({ key: `idea ${id}`, name: title, run: to(`/ideas/${id}`) })),
    ...(words === '' ? [] : [search]),
  ]
  return (
    <Dialog label="Find or do" onClose={() => (isOpen.value = false)} class="palette">
      <Combobox
        label="Find an idea or do something"
        typed={typed}
        options={commands}
        onPick={({ run }) => {
          isOpen.value = false
          run()
        }}
      />
    </Dialog>
  )
}

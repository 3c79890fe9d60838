import { signal } from '@preact/signals'

/** Typing is over this long after the last key, milliseconds. */
const PAUSE_MS = 1000

/** Whether somebody types: nothing may take the focus from them. */
export const isTyping = signal(false)

let timer: ReturnType<typeof setTimeout> | undefined
// Also keys that a handler keeps to itself.
addEventListener(
  'keydown',
  () => {
    isTyping.value = true
    clearTimeout(timer)
    timer = setTimeout(() => (isTyping.value = false), PAUSE_MS)
  },
  { capture: true },
)

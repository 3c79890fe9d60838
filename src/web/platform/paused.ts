import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'

const PAUSE_MS = 200

/** A text that is being typed, as it was when nothing had been typed for a moment. */
export function usePaused(text: string): string {
  const paused = useSignal(text)
  // At once: before a later effect, the pause after an earlier text could still end.
  useLayoutEffect(() => {
    const timer = setTimeout(() => (paused.value = text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused.value
}

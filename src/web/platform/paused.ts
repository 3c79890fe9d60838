import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

const PAUSE_MS = 200

/** A text that is being typed, as it was when nothing had been typed for a moment. */
export function usePaused(text: string): string {
  const paused = useSignal(text)
  useEffect(() => {
    const timer = setTimeout(() => (paused.value = text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused.value
}

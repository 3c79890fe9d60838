import { useRef } from 'preact/hooks'

/** Work that a second click does not begin again, neither while it is done nor after it was; `work` tells whether it was done. */
export function useOnce(work: () => Promise<boolean>): () => Promise<void> {
  const hasBegun = useRef(false)
  return async () => {
    if (hasBegun.current) return
    hasBegun.current = true
    hasBegun.current = await work()
  }
}

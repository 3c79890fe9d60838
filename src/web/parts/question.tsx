import { useId, useLayoutEffect, useRef } from 'preact/hooks'

type Props = Readonly<{ text: string; yes: string; onYes: () => void; onNo: () => void }>

/** Asks before what cannot be undone; the answer that changes nothing has the focus. */
export function Question({ text, yes, onYes, onNo }: Props) {
  const id = useId()
  const no = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => no.current?.focus(), [])
  return (
    <div class="row" role="group" aria-labelledby={id}>
      <span id={id}>{text}</span>
      <button type="button" onClick={onYes}>
        {yes}
      </button>
      <button ref={no} type="button" onClick={onNo}>
        Not yet
      </button>
    </div>
  )
}

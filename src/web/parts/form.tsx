import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'

type Props = Readonly<{
  class: string
  'aria-label'?: string
  onSend: (form: HTMLFormElement) => Promise<unknown>
  children: ComponentChildren
}>

/** A form that is sent once at a time: submitting it again does nothing until the answer is there. */
export function Form({ onSend, ...props }: Props) {
  const isBusy = useSignal(false)
  const submit = async (form: HTMLFormElement): Promise<void> => {
    if (isBusy.value) return
    isBusy.value = true
    try {
      await onSend(form)
    } finally {
      isBusy.value = false
    }
  }
  return (
    <form
      {...props}
      aria-busy={isBusy.value}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    />
  )
}

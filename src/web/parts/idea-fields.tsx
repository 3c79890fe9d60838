import { useLayoutEffect, useRef } from 'preact/hooks'

type Text = Readonly<{ title: string; body: string }>
type Props = Readonly<{ value: Text; onChange: (part: Partial<Text>) => void; rows: number }>

/** Title and text of an idea in a form, the title with the focus; Ctrl or Command with Enter in the text submits it. */
export function IdeaFields({ value: { title, body }, onChange, rows }: Props) {
  const first = useRef<HTMLInputElement>(null)
  // Not after the next frame: what is typed right after the key that opens the form belongs into it.
  useLayoutEffect(() => first.current?.focus(), [])
  return (
    <>
      <label>
        Title
        <input
          ref={first}
          dir="auto"
          required
          value={title}
          onInput={({ currentTarget }) => onChange({ title: currentTarget.value })}
        />
      </label>
      <label>
        Text, in Markdown
        <textarea
          dir="auto"
          rows={rows}
          value={body}
          onInput={({ currentTarget }) => onChange({ body: currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
              event.currentTarget.form?.requestSubmit()
          }}
        />
      </label>
    </>
  )
}

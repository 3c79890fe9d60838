import type { Signal } from '@preact/signals'

type Props = Readonly<{ title: Signal<string>; body: Signal<string>; rows: number }>

/** Title and text of an idea in a form; Ctrl or Command with Enter in the text submits it. */
export function IdeaFields({ title, body, rows }: Props) {
  return (
    <>
      <label>
        Title
        <input
          required
          maxLength={200}
          value={title.value}
          onInput={({ currentTarget }) => (title.value = currentTarget.value)}
        />
      </label>
      <label>
        Text, in Markdown
        <textarea
          rows={rows}
          value={body.value}
          onInput={({ currentTarget }) => (body.value = currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
              event.currentTarget.form?.requestSubmit()
          }}
        />
      </label>
    </>
  )
}

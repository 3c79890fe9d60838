import { useSignal } from '@preact/signals'
import { Cross } from '../../parts/cross.tsx'
import { inBytes } from '../../platform/amounts.ts'
import { upload } from '../../platform/attach.ts'
import { deleteLater, isHidden } from '../../platform/notices.ts'
import type { Idea } from './idea.ts'
import { Upload } from './upload.tsx'

/** Marks that change the direction of what follows, by which a name could hide what kind of file it is of. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g

/** The attachments of an idea; files are added by choosing or dropping them. */
export function Attachments({ idea: { id, links } }: Readonly<{ idea: Idea }>) {
  const isOver = useSignal(false)
  return (
    <section
      aria-labelledby="attachments"
      class={isOver.value ? 'drop' : ''}
      onDragOver={(event) => {
        event.preventDefault()
        isOver.value = true
      }}
      onDragLeave={() => (isOver.value = false)}
      onDrop={(event) => {
        event.preventDefault()
        isOver.value = false
        void upload(id, [...(event.dataTransfer?.files ?? [])])
      }}
    >
      <h2 id="attachments">Attachments</h2>
      <ul class="plain">
        {links.map(({ id: link, attachment_id: key, url, title, bytes = 0 }) => {
          if (key === undefined || isHidden(`link-${link}`)) return null
          const name = (title ?? '').replaceAll(DIRECTIONS, '\ufffd')
          return (
            <li class="row" key={key}>
              <a href={url} download={name} dir="auto">
                {name}
              </a>
              <span class="hint">{inBytes(bytes)}</span>
              <Cross
                label={`Delete the attachment ${name}`}
                onClick={() =>
                  deleteLater(`link-${link}`, `“${name}” is deleted.`, 'DELETE /attachments/:id', {
                    params: { id: key },
                  })
                }
              />
            </li>
          )
        })}
      </ul>
      <Upload ideaId={id} />
    </section>
  )
}

import { useSignal } from '@preact/signals'
import { Cross } from '../../parts/cross.tsx'
import { Form } from '../../parts/form.tsx'
import { call } from '../../platform/api.ts'
import { attempt, deleteLater, isHidden } from '../../platform/notices.ts'
import type { Idea } from './idea.ts'

/** The links of an idea. */
export function Links({ idea: { id, links } }: Readonly<{ idea: Idea }>) {
  const url = useSignal('')
  const shown = links.filter(
    ({ id: link, attachment_id: file }) => file === undefined && !isHidden(`link-${link}`),
  )
  const add = async (): Promise<void> => {
    const body = { url: url.value }
    const isAdded = await attempt(() => call('POST /ideas/:id/links', { params: { id }, body }))
    // The next one may have been typed meanwhile.
    if (isAdded && url.value === body.url) url.value = ''
  }
  const remove = (linkId: number): void =>
    deleteLater(`link-${linkId}`, 'The link is deleted.', 'DELETE /ideas/:id/links/:linkId', {
      params: { id, linkId },
    })
  return (
    <section aria-labelledby="links">
      <h2 id="links">Links</h2>
      <ul class="plain">
        {shown.map((link) => (
          <li class="row" key={link.id}>
            <a dir="auto" href={link.url} rel="noreferrer noopener" target="_blank">
              {link.title || link.url}
            </a>
            <Cross label={`Delete the link ${link.title || link.url}`} onClick={() => remove(link.id)} />
          </li>
        ))}
      </ul>
      <Form class="row" onSend={add}>
        <input
          type="url"
          required
          aria-label="Address of a link"
          placeholder="https://…"
          value={url.value}
          onInput={({ currentTarget }) => (url.value = currentTarget.value)}
        />
        <button>Add the link</button>
      </Form>
    </section>
  )
}

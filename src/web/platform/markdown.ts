import DOMPurify from 'dompurify'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

/** Renders Markdown (GitHub's) to elements without scripts, styles, forms and images of other origins. */
export function rendered(markdown: string): DocumentFragment {
  const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
  const fragment = DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    FORBID_TAGS: ['style', 'form', 'img', 'svg', 'math'],
    FORBID_ATTR: ['style'],
  })
  for (const link of fragment.querySelectorAll('a')) {
    link.rel = 'noreferrer noopener'
    link.target = '_blank'
  }
  return fragment
}

import DOMPurify from 'dompurify'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

// Images are of other origins: their texts stand for them.
DOMPurify.addHook('uponSanitizeElement', (node, { tagName }) => {
  if (tagName === 'img' && node instanceof Element)
    node.before(node.getAttribute('alt') || (node.getAttribute('src') ?? ''))
})

/** The time of the parser is quadratic in the open marks of a paragraph: with this many it is half a second. */
const MOST_MARKS = 5_000

/** Renders Markdown (GitHub's) to elements without scripts, styles, forms and images; a text of too many marks as it is. */
export function rendered(markdown: string): DocumentFragment {
  if (markdown.split(/\n\s*\n/).some((block) => (block.match(/[*_~>[]/g)?.length ?? 0) > MOST_MARKS))
    return asItIs(markdown)
  const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
  const fragment = DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    FORBID_TAGS: ['style', 'form', 'img', 'svg', 'math'],
    FORBID_ATTR: ['style'],
  })
  for (const link of fragment.querySelectorAll('a')) {
    const target = link.getAttribute('href') ?? ''
    // One whose address was refused leads nowhere; one to a footnote stays on the page.
    if (target === '') link.replaceWith(...link.childNodes)
    if (target.startsWith('#')) continue
    link.rel = 'noreferrer noopener'
    link.target = '_blank'
  }
  // Of a task: what stands beside it does not name it.
  for (const box of fragment.querySelectorAll('input'))
    box.setAttribute('aria-label', box.hasAttribute('checked') ? 'Done' : 'Not done')
  return fragment
}

function asItIs(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment()
  fragment.append(document.createElement('pre'))
  fragment.firstElementChild?.append(text)
  return fragment
}

/** How often the place is noted: browsers limit changes of the history to some hundred in half a minute. */
const EVERY_MS = 200
/** How long a page that is shown again has to become as long as it was. */
const GROWS_MS = 2_000

/**
 * From now on Back, Forward and a reload lead to the place on a page that was looked at. Browsers by themselves scroll there before the page
 * has read anew what it shows.
 */
export function keepPlace(): void {
  history.scrollRestoration = 'manual'
  let noting = false
  addEventListener('scroll', () => {
    if (noting) return
    noting = true
    const { href } = location
    setTimeout(() => {
      noting = false
      if (location.href === href) history.replaceState({ top: scrollY }, '')
    }, EVERY_MS)
  })
  let restored = new AbortController()
  const restore = (): void => {
    const { top } = (history.state ?? {}) as { top?: number }
    // A link within the page is followed by the browser.
    if (top === undefined && location.hash !== '') return
    restored.abort()
    restored = scrolled(top ?? 0)
  }
  addEventListener('popstate', restore)
  restore()
}

/** Keeps the page at a place while it grows, until that is aborted or the user goes elsewhere on it. */
function scrolled(top: number): AbortController {
  const end = new AbortController()
  const { signal } = end
  const observer = new ResizeObserver(() => scrollTo(0, top))
  observer.observe(document.body)
  signal.addEventListener('abort', () => observer.disconnect())
  for (const event of ['wheel', 'touchstart', 'keydown', 'mousedown'])
    addEventListener(event, () => end.abort(), { signal })
  setTimeout(() => end.abort(), GROWS_MS)
  return end
}

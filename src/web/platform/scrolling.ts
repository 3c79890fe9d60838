/** How often the place is noted while the page is scrolled: browsers limit how often the history changes, the strictest to 100 times in 30 s. */
const EVERY_MS = 500
/** How long a page that is shown again has to become as long as it was. */
const GROWS_MS = 2_000

/**
 * From now on Back, Forward and a reload lead to the place on a page that was looked at. Browsers by themselves scroll there before the page
 * has read anew what it shows.
 */
export function keepPlace(): void {
  history.scrollRestoration = 'manual'
  const known = topNoted()
  let restored = known === undefined ? AbortSignal.abort() : scrolled(known)
  const note = (): void => {
    // While a page grows, it may not be that long yet.
    if (restored.aborted && topNoted() !== scrollY) history.replaceState({ top: scrollY }, '')
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  addEventListener('scroll', () => {
    timer ??= setTimeout(() => {
      timer = undefined
      note()
    }, EVERY_MS)
  })
  // Before a link leads away.
  addEventListener('click', note, { capture: true })
  addEventListener('pagehide', note)
  addEventListener('popstate', () => {
    const top = topNoted()
    // A link within the page is followed by the browser.
    if (top !== undefined || location.hash === '') restored = scrolled(top ?? 0)
  })
}

function topNoted(): number | undefined {
  return (history.state as { top?: number } | null)?.top
}

/** Keeps the page at a place while it grows. Aborted when the user goes elsewhere on it, or after a while. */
function scrolled(top: number): AbortSignal {
  const end = new AbortController()
  const { signal } = end
  const observer = new ResizeObserver(() => scrollTo(0, top))
  observer.observe(document.body)
  signal.addEventListener('abort', () => observer.disconnect())
  for (const event of ['popstate', 'wheel', 'touchstart', 'keydown', 'mousedown'])
    addEventListener(event, () => end.abort(), { signal })
  setTimeout(() => end.abort(), GROWS_MS)
  return signal
}

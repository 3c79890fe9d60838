/** What has the focus, or had it when it was taken out of the page, and the section that it is in. */
let last: HTMLElement | undefined
let section: Element | null = null

const ITEM = 'li, tr, .tag'
const CONTROL = 'a[href], button, input, select'

/**
 * From now on the focus stays near what goes away with it, unless a page gives it another place: it goes to the same control of
 * the next item of the list, else of the one before, else to the heading or field of the section, else to the start of the page.
 */
export function keepFocus(): void {
  addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement ? target : undefined
    section = last?.closest('section, dialog') ?? null
  })
  addEventListener('keydown', (event) => {
    // A key that is held would press what gets the focus, too.
    if (event.repeat && event.key === 'Enter' && event.target instanceof HTMLButtonElement)
      event.preventDefault()
  })
  // Browsers also tell this of what they take out, which is out only afterwards.
  addEventListener('focusout', () =>
    queueMicrotask(() => {
      if (last?.isConnected === true && document.activeElement !== last) last = undefined
    }),
  )
  new MutationObserver((changes) => {
    if (last === undefined || last.isConnected || document.activeElement !== document.body) return
    const place = placeInList(last, changes) ?? placeInSection() ?? placeInPage()
    last = undefined
    if (place?.matches(CONTROL) === false) place.tabIndex = -1
    place?.focus({ preventScroll: true })
  }).observe(document, { childList: true, subtree: true })
}

function placeInList(gone: HTMLElement, changes: readonly MutationRecord[]): HTMLElement | undefined {
  for (const { target, removedNodes, previousSibling } of changes) {
    const item = [...removedNodes].find((node) => node.contains(gone))
    if (!(item instanceof Element && item.matches(ITEM) && target instanceof Element)) continue
    // Items differ in what comes before: what ends them is alike.
    const fromEnd = controlsOf(item).indexOf(gone) - controlsOf(item).length
    const rest = [...target.children]
    const at = rest.findIndex((one) => one === previousSibling) + 1
    const controls = [...rest.slice(at), ...rest.slice(0, at).reverse()]
      .filter((one) => one.matches(ITEM))
      .map(controlsOf)
      .find(({ length }) => length > 0)
    return controls?.at(fromEnd) ?? controls?.at(-1)
  }
  return undefined
}

function controlsOf(item: Element): HTMLElement[] {
  return [...item.querySelectorAll<HTMLElement>(CONTROL)]
}

function placeInSection(): HTMLElement | null | undefined {
  if (section?.isConnected !== true) return undefined
  return section.querySelector<HTMLElement>('h2') ?? section.querySelector('input')
}

function placeInPage(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[autofocus]') ?? document.querySelector('h1')
}

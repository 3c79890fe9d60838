/** Gives the focus to the heading or else the field of the section of an element that goes away and would take the focus along. */
export function focusSection(element: Element): void {
  const section = element.closest('section')
  const place = section?.querySelector<HTMLElement>('h2') ?? section?.querySelector<HTMLElement>('input')
  place?.focus()
}

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

/** The heading of a page, which also names the tab of the browser and takes the focus when the page is opened. */
export function PageTitle({ children, hint }: Readonly<{ children: string; hint?: string }>) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${children} · Idea Repository`
  }, [children])
  // Not after the first picture: who is quick may be typing by then.
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div class="title">
      <h1 ref={heading} tabIndex={-1} dir="auto">
        {children}
      </h1>
      {hint && <p class="hint">{hint}</p>}
    </div>
  )
}

import { useEffect, useRef } from 'preact/hooks'
import { rendered } from '../platform/markdown.ts'

/** A text in Markdown, rendered. */
export function Markdown({ text }: Readonly<{ text: string }>) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.replaceChildren(rendered(text)), [text])
  return <div class="markdown" ref={place} />
}

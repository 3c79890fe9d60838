import { useEffect, useRef } from 'preact/hooks'
import { markDifferences } from '../platform/differences.ts'
import { rendered } from '../platform/markdown.ts'

type Props = Readonly<{
  text: string
  /** Another text in Markdown: words that it does not have are marked. */
  against?: string
}>

/** A text in Markdown, rendered. */
export function Markdown({ text, against }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const fragment = rendered(text)
    if (against !== undefined) markDifferences(fragment, rendered(against))
    place.current?.replaceChildren(fragment)
  }, [text, against])
  return <div class="markdown" dir="auto" ref={place} />
}

import type { ComponentChildren } from 'preact'
import { useTags } from './known-tags.tsx'

type Props = Readonly<{ name: string; isAuto?: boolean; href?: string; children?: ComponentChildren }>

/** A tag with a dot in its colour, if it has one; `children` come behind its name. */
export function Tag({ name, isAuto = false, href, children }: Props) {
  const colour = useTags().colours.get(name)
  const look = isAuto ? 'tag auto' : 'tag'
  const content = (
    <>
      {colour && <span class="dot" style={{ background: colour }} />}
      {name}
      {children}
    </>
  )
  if (href === undefined)
    return (
      <span class={look} dir="auto">
        {content}
      </span>
    )
  return (
    <a class={look} href={href} dir="auto">
      {content}
    </a>
  )
}

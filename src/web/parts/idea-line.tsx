import type { ComponentChildren } from 'preact'
import type { Result } from '../platform/api-types.ts'
import { StatusBadge } from './statuses.tsx'
import { Tag } from './tag.tsx'
import { When } from './when.tsx'

type Idea = Result<'GET /ideas'>[number]
type Props = Readonly<{ idea: Idea; snippet?: ComponentChildren; why?: string; children?: ComponentChildren }>

/** An idea in a list; `children` come before its title, `why` tells how it was found. */
export function IdeaLine({ idea, snippet, why, children }: Props) {
  const { id, title, body, status, tag_details: tags, updated_at: updated } = idea
  return (
    <li class="idea-line">
      {children}
      <div>
        <a href={`/ideas/${id}`} dir="auto">
          {title}
        </a>
        <p class="snippet" dir="auto">
          {snippet ?? body.slice(0, 300)}
        </p>
        <p class="facts">
          <StatusBadge status={status} />
          {tags.map(({ name, auto }) => (
            <Tag key={name} name={name} isAuto={auto} href={`/?tag=${encodeURIComponent(name)}`} />
          ))}
          <When time={updated} />
          {why && <span>· {why}</span>}
        </p>
      </div>
    </li>
  )
}

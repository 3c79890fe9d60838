import { counted } from '../../platform/amounts.ts'
import type { Colour } from './map-data.ts'

/** More are read by nobody. */
const MOST = 12

/** What the colours of the map mean. */
export function Legend({ colours }: Readonly<{ colours: readonly Colour[] }>) {
  const more = colours.length - MOST
  return (
    <ul class="plain row hint" aria-label="Legend">
      {colours.slice(0, MOST).map(({ name, colour }) => (
        <li key={name} class="row legend">
          <span class="dot" style={{ background: colour }} />
          {name}
        </li>
      ))}
      {more > 0 && <li>and {counted(more, 'other tag')}</li>}
    </ul>
  )
}

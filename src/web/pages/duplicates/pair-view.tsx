import { useSignal } from '@preact/signals'
import { KeyButton } from '../../parts/key-button.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Markdown } from '../../parts/markdown.tsx'
import type { Result } from '../../platform/api-types.ts'
import { differences } from '../../platform/differences.ts'
import { useLive } from '../../platform/live.ts'
import { deleteLater } from '../../platform/notices.ts'
import type { Idea } from '../idea/idea.ts'
import { MergeDialog } from './merge-dialog.tsx'

export type Pair = Result<'GET /ideas/duplicates'>['duplicates'][number]

/** Two ideas side by side, why they may be the same, and what can be done. */
export function PairView({ pair }: Readonly<{ pair: Pair }>) {
  const { id, idea_id: laterId, duplicate_of_id: earlierId, reasons, confidence } = pair
  const earlier = useLive('GET /ideas/:id', { params: { id: earlierId } }).value
  const later = useLive('GET /ideas/:id', { params: { id: laterId } }).value
  const dismiss = (): void =>
    deleteLater(`pair-${id}`, 'Dismissed. They are two ideas.', 'POST /ideas/duplicates/:id/dismiss', {
      params: { id },
    })
  return (
    <>
      <ul class="reasons">
        {confidence !== null && <li>{Math.round(confidence * 100)} % sure</li>}
        {reasons.map((reason) => (
          <li>{reason}</li>
        ))}
      </ul>
      <Loaded live={earlier}>
        {({ body: one }) => (
          <Loaded live={later}>{({ body: two }) => <Compared earlier={one} later={two} />}</Loaded>
        )}
      </Loaded>
      <KeyButton shortcut="d" onClick={dismiss}>
        They are two ideas
      </KeyButton>
    </>
  )
}

function Compared({ earlier, later }: Readonly<{ earlier: Idea; later: Idea }>) {
  const kept = useSignal<'earlier' | 'later' | undefined>(undefined)
  const isSame = earlier.title === later.title && earlier.body === later.body
  const [survivor, absorbed] = kept.value === 'earlier' ? [earlier, later] : [later, earlier]
  return (
    <>
      <p class="hint">
        {isSame ? (
          'Both say the same, word by word.'
        ) : (
          <>
            What only one of them says is <mark>marked</mark>.
          </>
        )}
      </p>
      <div class="pair">
        <Side idea={earlier} other={later} shortcut="1" onKeep={() => (kept.value = 'earlier')} />
        <Side idea={later} other={earlier} shortcut="2" onKeep={() => (kept.value = 'later')} />
      </div>
      {kept.value && (
        <MergeDialog survivor={survivor} absorbed={absorbed} onClose={() => (kept.value = undefined)} />
      )}
    </>
  )
}

type SideProps = Readonly<{ idea: Idea; other: Idea; shortcut: string; onKeep: () => void }>

function Side({ idea, other, shortcut, onKeep }: SideProps) {
  return (
    <section>
      <h2>
        <a href={`/ideas/${idea.id}`} dir="auto">
          {differences(idea.title, other.title).map(({ text, isOnlyHere }) =>
            isOnlyHere ? <mark>{text}</mark> : text,
          )}
        </a>
      </h2>
      <Markdown text={idea.body} against={other.body} />
      <KeyButton class="main" shortcut={shortcut} onClick={onKeep}>
        Keep this one, merge the other into it …
      </KeyButton>
    </section>
  )
}

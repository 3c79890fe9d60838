import { When } from '../../parts/when.tsx'
import { inBytes } from '../../platform/amounts.ts'
import { useLive } from '../../platform/live.ts'

/** What is left of the daily quota and of the room for ideas. */
export function UsageSection() {
  const usage = useLive('GET /user/usage', {}).value.reply?.body
  if (usage === undefined) return null
  const { plan, used, limit, reset, ideas, idea_cap: cap } = usage
  const { attachment_bytes: bytes, attachment_bytes_limit: most } = usage
  return (
    <section aria-label="Plan and limits">
      <dl class="facts">
        <dt>Plan</dt>
        <dd>{plan}</dd>
        <dt>Requests of your programs today</dt>
        <dd>
          <meter min={0} max={limit} value={used} /> {used} of {limit}; starts again <When time={reset} />
        </dd>
        <dt>Ideas</dt>
        <dd>
          {ideas}
          {cap !== null && ` of ${cap}`}
        </dd>
        <dt>Attachments</dt>
        <dd>
          <meter min={0} max={most} value={bytes} /> {inBytes.format(bytes)} of {inBytes.format(most)}
        </dd>
      </dl>
    </section>
  )
}

import { Loaded } from '../../parts/loaded.tsx'
import { When } from '../../parts/when.tsx'
import { inBytes } from '../../platform/amounts.ts'
import type { Result } from '../../platform/api-types.ts'
import { useLive } from '../../platform/live.ts'

/** What is left of the daily quota and of the room for ideas. */
export function UsageSection() {
  const usage = useLive('GET /user/usage', {}).value
  return (
    <section aria-label="Plan and limits">
      <Loaded live={usage}>{({ body }) => <Facts usage={body} />}</Loaded>
    </section>
  )
}

function Facts({ usage }: Readonly<{ usage: Result<'GET /user/usage'> }>) {
  const { plan, used, limit, reset, ideas, idea_cap: cap } = usage
  const { attachment_bytes: bytes, attachment_bytes_limit: most } = usage
  const left = Math.max(0, limit - used)
  return (
    <dl class="facts">
      <dt>Plan</dt>
      <dd>{plan}</dd>
      <dt>Requests of your programs today</dt>
      <dd>
        <meter min={0} max={limit} value={left} /> {left.toLocaleString()} of {limit.toLocaleString()} left;
        starts again <When time={reset} />
      </dd>
      <dt>Ideas</dt>
      <dd>
        {ideas.toLocaleString()}
        {cap !== null && ` of ${cap.toLocaleString()}`}
      </dd>
      <dt>Attachments</dt>
      <dd>
        <meter min={0} max={most} value={bytes} /> {inBytes(bytes)} of {inBytes(most)}
      </dd>
    </dl>
  )
}

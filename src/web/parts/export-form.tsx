import { useId, useRef } from 'preact/hooks'
import { call } from '../platform/api.ts'
import { deleteNow, dismiss, tell, tellError } from '../platform/notices.ts'
import { Form } from './form.tsx'

type Props = Readonly<{ path: string; children: string }>

const REFUSED =
  'The export could not begin: others are under way, or the service is busy. Try again in a moment.'

/** The way to an export, which the browser streams to its disk. */
export function ExportForm({ path, children }: Props) {
  const frame = useId()
  const begun = useRef(0)
  return (
    <Form class="row" onSend={async (form) => void (begun.current = await start(form, path, frame))}>
      <button>{children}</button>
      {/* A download loads nothing, but a refusal would replace the page. */}
      <iframe
        hidden
        name={frame}
        title="Answer"
        onLoad={({ currentTarget: { contentDocument } }) => {
          if (contentDocument?.URL === 'about:blank') return
          dismiss(begun.current)
          tell(REFUSED, 'error')
        }}
      />
    </Form>
  )
}

/** Waits until the service can answer before the browser asks it: nobody could sign in again in the frame. The id of what it tells. */
async function start(form: HTMLFormElement, path: string, frame: string): Promise<number> {
  try {
    await deleteNow()
    await call('GET /user/me', {})
  } catch (error) {
    tellError(error)
    return 0
  }
  // The page may be left meanwhile.
  if (!form.isConnected) return 0
  form.method = 'post'
  form.action = `/api/v1${path}`
  form.target = frame
  form.submit()
  return tell('The export has begun; your browser shows how far it is.')
}

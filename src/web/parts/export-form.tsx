import { useId } from 'preact/hooks'
import { call } from '../platform/api.ts'
import { tell, tellError } from '../platform/notices.ts'
import { Form } from './form.tsx'

type Props = Readonly<{ path: string; children: string }>

const REFUSED =
  'The export could not begin: others are under way, or the service is busy. Try again in a moment.'

/** The way to an export, which the browser streams to its disk. */
export function ExportForm({ path, children }: Props) {
  const frame = useId()
  return (
    <Form class="row" onSend={async (form) => start(form, path, frame)}>
      <button>{children}</button>
      {/* A download loads nothing, but a refusal would replace the page. */}
      <iframe
        hidden
        name={frame}
        title="Answer"
        onLoad={({ currentTarget: { contentDocument } }) => {
          if (contentDocument?.URL !== 'about:blank') tell(REFUSED, 'error')
        }}
      />
    </Form>
  )
}

/** Waits until the service can answer before the browser asks it: nobody could sign in again in the frame. */
async function start(form: HTMLFormElement, path: string, frame: string): Promise<void> {
  try {
    await call('GET /user/me', {})
  } catch (error) {
    tellError(error)
    return
  }
  // The page may be left meanwhile.
  if (!form.isConnected) return
  form.method = 'post'
  form.action = `/api/v1${path}`
  form.target = frame
  form.submit()
  tell('The export has begun; your browser shows how far it is.')
}

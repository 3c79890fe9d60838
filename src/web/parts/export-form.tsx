import { call } from '../platform/api.ts'
import { tell, tellError } from '../platform/notices.ts'
import { Form } from './form.tsx'

type Props = Readonly<{ path: string; children: string }>

/** The way to an export, which the browser streams to its disk. */
export function ExportForm({ path, children }: Props) {
  return (
    <Form class="row" onSend={async (form) => start(form, path)}>
      <button>{children}</button>
    </Form>
  )
}

/** Waits until the service can answer before the browser asks it: a refusal would replace the page. */
async function start(form: HTMLFormElement, path: string): Promise<void> {
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
  form.submit()
  tell('The export has begun; your browser shows how far it is.')
}

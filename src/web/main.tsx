import { render } from 'preact'
import { App } from './app.tsx'
import { keepFocus } from './platform/focus.ts'
import { askBeforeLeaving } from './platform/leaving.ts'
import { startSession } from './platform/session.ts'
import './style.css'

const root = document.querySelector('#root')
if (root !== null) {
  keepFocus()
  askBeforeLeaving()
  render(<App />, root)
  void startSession()
}

import { render } from 'preact'
import { App } from './app.tsx'
import { keepFocus } from './platform/focus.ts'
import { askBeforeLeaving } from './platform/leaving.ts'
import { keepPlace } from './platform/scrolling.ts'
import { startSession } from './platform/session.ts'
import './style.css'

const root = document.querySelector('#root')
if (root !== null) {
  keepFocus()
  askBeforeLeaving()
  keepPlace()
  render(<App />, root)
  void startSession()
}

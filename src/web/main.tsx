import { render } from 'preact'
import { App } from './app.tsx'
import { startSession } from './platform/session.ts'
import './style.css'

const root = document.querySelector('#root')
if (root !== null) {
  render(<App />, root)
  void startSession()
}

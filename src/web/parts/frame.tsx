import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { connection, type Trouble } from '../platform/connection.ts'
import { leave, session } from '../platform/session.ts'
import { openCapture } from './capture.tsx'
import { openPalette } from './palette.tsx'

const PAGES = [
  { path: '/', name: 'Ideas' },
  { path: '/search', name: 'Search' },
  { path: '/map', name: 'Map' },
  { path: '/duplicates', name: 'Duplicates' },
  { path: '/tags', name: 'Tags' },
  { path: '/account', name: 'Account' },
] as const

const TROUBLES: Readonly<Record<Trouble, string>> = {
  offline: 'You are offline. What you typed is kept; the page goes on when the network is back.',
  away: 'The service does not answer. Trying again …',
  busy: 'The service is busy. Trying again …',
}

/** What all pages have: navigation, the way to capture and to the command palette, and the state of the connection. */
export function Frame({ children }: Readonly<{ children: ComponentChildren }>) {
  const { path } = useLocation()
  const trouble = connection.trouble.value
  return (
    <div class="frame">
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header>
        <a class="brand" href="/">
          Idea Repository
        </a>
        <button type="button" class="wide quiet" aria-keyshortcuts="Control+K Meta+K" onClick={openPalette}>
          Find or do … <kbd>Ctrl K</kbd>
        </button>
        <button type="button" class="main" aria-keyshortcuts="c" onClick={() => openCapture()}>
          Capture <kbd>C</kbd>
        </button>
      </header>
      <nav aria-label="Pages">
        {PAGES.map((page) => (
          <a href={page.path} aria-current={isAt(page.path, path) ? 'page' : undefined}>
            {page.name}
          </a>
        ))}
        <button type="button" class="quiet" onClick={() => void leave()}>
          Sign out
        </button>
        <span class="who">{typeof session.value === 'object' ? session.value.email : ''}</span>
      </nav>
      <main id="content" tabIndex={-1}>
        <p class="banner" role="status" hidden={trouble === undefined}>
          {trouble && TROUBLES[trouble]}
        </p>
        {children}
      </main>
    </div>
  )
}

function isAt(page: string, path: string): boolean {
  return page === '/' ? path === '/' || path.startsWith('/ideas/') : path.startsWith(page)
}

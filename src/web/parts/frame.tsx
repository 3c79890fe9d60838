import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { useLive } from '../platform/live.ts'
import { session } from '../platform/session.ts'
import { signOut } from '../platform/sign-out.ts'
import { openCapture } from './capture.tsx'
import { WithoutDialog } from './dialog.tsx'
import { KeyButton } from './key-button.tsx'
import { PAGES } from './pages.ts'
import { openPalette } from './palette.tsx'
import { TroubleBanner } from './trouble-banner.tsx'

/** A larger number would push the last button off the screen of a phone. */
const MOST_PAIRS = 99

/** What all pages have: navigation, the way to capture and to the command palette, and the state of the connection. */
export function Frame({ children }: Readonly<{ children: ComponentChildren }>) {
  const { path } = useLocation()
  const pairs = useLive('GET /ideas/duplicates', { query: { limit: 1 } }).value.reply?.total ?? 0
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
          Find … <kbd>Ctrl K</kbd>
        </button>
        <KeyButton class="main" shortcut="c" onClick={openCapture}>
          Capture
        </KeyButton>
      </header>
      <nav aria-label="Pages">
        {PAGES.map((page) => (
          <a href={page.path} aria-current={isAt(page.path, path) ? 'page' : undefined}>
            {page.name}
            {page.path === '/duplicates' && pairs > 0 && (
              <>
                {' '}
                <span class="count">{pairs > MOST_PAIRS ? `${MOST_PAIRS}+` : pairs}</span>
              </>
            )}
          </a>
        ))}
        <button type="button" class="quiet" onClick={() => void signOut()}>
          Sign out
        </button>
        <span class="who">{typeof session.value === 'object' ? session.value.email : ''}</span>
      </nav>
      <main id="content" tabIndex={-1}>
        <WithoutDialog>
          <TroubleBanner />
        </WithoutDialog>
        {children}
      </main>
    </div>
  )
}

function isAt(page: string, path: string): boolean {
  return page === '/' ? path === '/' || path.startsWith('/ideas/') : path.startsWith(page)
}

import { signal } from '@preact/signals'
import { lazy, LocationProvider, Route, Router } from 'preact-iso'
import { session } from './platform/session.ts'
import { Capture } from './parts/capture.tsx'
import { WithoutDialog } from './parts/dialog.tsx'
import { Frame } from './parts/frame.tsx'
import { KnownTags } from './parts/known-tags.tsx'
import { Notices } from './parts/notices.tsx'
import { Palette } from './parts/palette.tsx'
import { SignInAgain } from './parts/sign-in-again.tsx'
import { TroubleBanner } from './parts/trouble-banner.tsx'
import { DuplicatesPage } from './pages/duplicates/duplicates-page.tsx'
import { IdeaPage } from './pages/idea/idea-page.tsx'
import { IdeasPage } from './pages/ideas.tsx'
import { NotFoundPage } from './pages/not-found.tsx'
import { NotLoadedPage } from './pages/not-loaded.tsx'
import { SearchPage } from './pages/search.tsx'
import { SignInPage } from './pages/sign-in.tsx'
import { TagsPage } from './pages/tags/tags-page.tsx'
import { AccountPage } from './pages/account/account-page.tsx'

/** With sigma.js, which is as large as all the rest. */
const MapPage = lazy(async () =>
  import('./pages/map/map-page.tsx').then(
    (module) => module.MapPage,
    () => NotLoadedPage,
  ),
)
/** Whether a page waits for its code. */
const isLoading = signal(false)

/** The whole dashboard: who is not signed in sees the sign-in at every address, and the page of the address afterwards. */
export function App() {
  if (session.value === 'unknown') {
    return (
      <main class="narrow">
        <TroubleBanner />
      </main>
    )
  }
  return (
    <LocationProvider>
      {session.value === 'nobody' ? (
        <SignInPage />
      ) : (
        <KnownTags>
          <Frame>
            {isLoading.value && (
              <p class="loading" role="status">
                Loading …
              </p>
            )}
            <Router onLoadStart={() => (isLoading.value = true)} onLoadEnd={() => (isLoading.value = false)}>
              <Route path="/" component={IdeasPage} />
              <Route path="/ideas/:id" component={IdeaPage} />
              <Route path="/search" component={SearchPage} />
              <Route path="/map" component={MapPage} />
              <Route path="/duplicates" component={DuplicatesPage} />
              <Route path="/tags" component={TagsPage} />
              <Route path="/account" component={AccountPage} />
              <Route default component={NotFoundPage} />
            </Router>
            <Capture />
            <Palette />
          </Frame>
        </KnownTags>
      )}
      <SignInAgain />
      <WithoutDialog>
        <Notices />
      </WithoutDialog>
    </LocationProvider>
  )
}

import { lazy, LocationProvider, Route, Router } from 'preact-iso'
import { session } from './platform/session.ts'
import { Capture } from './parts/capture.tsx'
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
import { SearchPage } from './pages/search.tsx'
import { SignInPage } from './pages/sign-in.tsx'
import { TagsPage } from './pages/tags/tags-page.tsx'
import { AccountPage } from './pages/account/account-page.tsx'

/** With sigma.js, which is as large as all the rest. */
const MapPage = lazy(async () => (await import('./pages/map/map-page.tsx')).MapPage)

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
            <Router>
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
      <Notices />
    </LocationProvider>
  )
}

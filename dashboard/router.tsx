// Maps the paths of the dashboard to its pages, and loads large pages on demand. Pages behind sign-in are in the frame.
// Pages of a space have its slug in their path.
import { lazy, Suspense } from 'react'
import { Redirect, Route, Router, Switch, useLocation, useSearch } from 'wouter'
import { dashboardPages, formerPages } from '../src/dashboard/pages.ts'
import { useSpacePaths } from './api/space.ts'
import { AccountPage } from './pages/account/account-page.tsx'
import { ActivityPage } from './pages/activity/activity-page.tsx'
import { ApiKeysPage } from './pages/api-keys/api-keys-page.tsx'
import { ArchivePage } from './pages/archive/archive-page.tsx'
import { CollectionPage } from './pages/collection/collection-page.tsx'
import { ContentPage } from './pages/content/content-page.tsx'
import { HomePage } from './pages/home/home-page.tsx'
import { InvitationPage } from './pages/invitation/invitation-page.tsx'
import { MembersPage } from './pages/members/members-page.tsx'
import { SchedulePage } from './pages/schedule/schedule-page.tsx'
import { SetupPage } from './pages/setup/setup-page.tsx'
import { SignInPage } from './pages/sign-in/sign-in-page.tsx'
import { guardNavigation } from './parts/page/leave-guard.ts'
import { paths, toPattern } from './paths.ts'
import { AppFrame, PageSkeleton } from './shell/app-frame.tsx'
import { MissingPage, NotFoundPage } from './shell/not-found-page.tsx'

/** A separate bundle, so that only users who open an entry load the editor. */
const EntryPage = lazy(async () => ({ default: (await import('./pages/entry/entry-page.tsx')).EntryPage }))

/** Separate bundles. */
const TryItPage = lazy(async () => ({ default: (await import('./pages/try-it/try-it-page.tsx')).TryItPage }))
const MediaPage = lazy(async () => ({ default: (await import('./pages/media/media-page.tsx')).MediaPage }))

/** Separate bundles, because few users change the model, and rarely. */
const ModelPage = lazy(async () => ({
  default: (await import('./pages/model/list/model-page.tsx')).ModelPage,
}))
const CollectionModelPage = lazy(async () => ({
  default: (await import('./pages/model/editor/collection-model-page.tsx')).CollectionModelPage,
}))
const VariantsPage = lazy(async () => ({
  default: (await import('./pages/model/variants/variants-page.tsx')).VariantsPage,
}))

/** The document's path if the server responded with 404. The server decides which pages exist. */
const missing =
  document.querySelector<HTMLMetaElement>('meta[name="page-status"]')?.content === '404'
    ? location.pathname
    : null

export function Pages() {
  useLocation()
  if (location.pathname === missing) return <MissingPage />
  return (
    <Router aroundNav={guardNavigation}>
      <Switch>
        <Route path={paths.signIn} component={SignInPage} />
        <Route path={paths.setup} component={SetupPage} />
        <Route path={paths.invitation} component={InvitationPage} />
        <Route>
          <AppFrame>
            <Suspense fallback={<PageSkeleton />}>
              <Switch>
                <Route path={paths.start} component={ToCurrentSpace} />
                {formerPages.map(path => (
                  <Route key={path} path={toPattern(path)} component={ToCurrentSpace} />
                ))}
                <Route path={paths.account} component={AccountPage} />
                <Route path={toPattern(dashboardPages.home)} component={HomePage} />
                <Route path={toPattern(dashboardPages.content)} component={ContentPage} />
                <Route path={toPattern(dashboardPages.collection)} component={CollectionPage} />
                <Route path={toPattern(dashboardPages.entry)} component={EntryPage} />
                <Route path={toPattern(dashboardPages.media)} component={MediaPage} />
                <Route path={toPattern(dashboardPages.schedule)} component={SchedulePage} />
                <Route path={toPattern(dashboardPages.activity)} component={ActivityPage} />
                <Route path={toPattern(dashboardPages.archive)} component={ArchivePage} />
                <Route path={toPattern(dashboardPages.model)} component={ModelPage} />
                <Route path={toPattern(dashboardPages.collectionModel)} component={CollectionModelPage} />
                <Route path={toPattern(dashboardPages.variants)} component={VariantsPage} />
                <Route path={toPattern(dashboardPages.tryIt)} component={TryItPage} />
                <Route path={toPattern(dashboardPages.apiKeys)} component={ApiKeysPage} />
                <Route path={toPattern(dashboardPages.members)} component={MembersPage} />
                <Route component={NotFoundPage} />
              </Switch>
            </Suspense>
          </AppFrame>
        </Route>
      </Switch>
    </Router>
  )
}

/** Redirects to the same page of the current space: `/` is its home page. */
function ToCurrentSpace() {
  const { home } = useSpacePaths()
  const [path] = useLocation()
  const search = useSearch()
  const page = path === paths.start ? home : `${home}${path}`
  return <Redirect to={search === '' ? page : `${page}?${search}`} replace />
}

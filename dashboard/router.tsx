// Which page stands at which address; those behind sign-in stand in the frame.
import { Route, Switch, useLocation } from 'wouter'
import { AccountPage } from './pages/account/account-page.tsx'
import { ApiKeysPage } from './pages/api-keys/api-keys-page.tsx'
import { CollectionPage } from './pages/collection/collection-page.tsx'
import { ContentPage } from './pages/content/content-page.tsx'
import { EntryPage } from './pages/entry/entry-page.tsx'
import { HomePage } from './pages/home/home-page.tsx'
import { InvitationPage } from './pages/invitation/invitation-page.tsx'
import { MembersPage } from './pages/members/members-page.tsx'
import { SetupPage } from './pages/setup/setup-page.tsx'
import { SignInPage } from './pages/sign-in/sign-in-page.tsx'
import { TryItPage } from './pages/try-it/try-it-page.tsx'
import { paths, toPattern } from './paths.ts'
import { AppFrame } from './shell/app-frame.tsx'
import { MissingPage, NotFoundPage } from './shell/not-found-page.tsx'

/** What the document was asked for at, where the server says that it is no page: its word counts, to the letter. */
const missing =
  document.querySelector<HTMLMetaElement>('meta[name="page-status"]')?.content === '404'
    ? location.pathname
    : null

export function Pages() {
  useLocation()
  if (location.pathname === missing) return <MissingPage />
  return (
    <Switch>
      <Route path={paths.signIn} component={SignInPage} />
      <Route path={paths.setup} component={SetupPage} />
      <Route path={paths.invitation} component={InvitationPage} />
      <Route>
        <AppFrame>
          <Switch>
            <Route path={paths.home} component={HomePage} />
            <Route path={paths.content} component={ContentPage} />
            <Route path={toPattern(paths.collection)} component={CollectionPage} />
            <Route path={toPattern(paths.entry)} component={EntryPage} />
            <Route path={paths.tryIt} component={TryItPage} />
            <Route path={paths.apiKeys} component={ApiKeysPage} />
            <Route path={paths.members} component={MembersPage} />
            <Route path={paths.account} component={AccountPage} />
            <Route component={NotFoundPage} />
          </Switch>
        </AppFrame>
      </Route>
    </Switch>
  )
}

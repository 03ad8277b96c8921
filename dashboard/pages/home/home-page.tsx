// The home page of a space: recently edited entries, unpublished changes, schedules, activity and delivery. For a space
// without collections it shows the first steps.
import { Skeleton, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useSignedIn } from '../../api/accounts/session.ts'
import { Fold } from '../../parts/page/fold.tsx'
import { TopBarActions } from '../../parts/page/top-bar.tsx'
import { useIsForDevelopers } from '../../parts/people/for-developers.ts'
import { toPersonName } from '../../parts/people/person-name.ts'
import { ContinueEditing } from './continue-editing.tsx'
import { Delivery } from './delivery.tsx'
import { EmptyHome } from './empty-home.tsx'
import { FirstSteps } from './first-steps.tsx'
import { toGreeting } from './greeting.ts'
import { LatestActivity } from './latest-activity.tsx'
import { NewMenu } from './new-menu.tsx'
import { ReadyToPublish } from './ready-to-publish.tsx'
import { ScheduleCard } from './schedule-card.tsx'
import { UnsentEntries } from './unsent-entries.tsx'
import { type Home, useHome } from './use-home.ts'
import './home.css'

export function HomePage() {
  const { user } = useSignedIn()
  const home = useHome()
  useDocumentTitle('Home · Frontlist')
  return (
    <>
      {home.canWrite && !home.isEmpty ? (
        <TopBarActions>
          <NewMenu collections={home.collections} />
        </TopBarActions>
      ) : null}
      <Title order={1} mb="lg">
        {toGreeting(toPersonName(user.email), new Date())}
      </Title>
      <Content home={home} />
    </>
  )
}

function Content({ home }: { readonly home: Home }) {
  const isForDevelopers = useIsForDevelopers()
  if (home.isEmpty) return <EmptyHome />
  if (home.isLoading) return <HomeSkeleton />
  return (
    <>
      <div className="home">
        <div className="home-column">
          {home.canWrite ? <UnsentEntries toName={home.toName} /> : null}
          {home.canWrite ? <ContinueEditing home={home} /> : null}
          <ReadyToPublish home={home} />
        </div>
        <div className="home-column">
          <ScheduleCard home={home} />
          <LatestActivity home={home} />
        </div>
        <div className="home-column home-end">
          <Delivery home={home} />
        </div>
      </div>
      {isForDevelopers ? (
        <Fold label="Make your first request" order={2}>
          {() => <FirstSteps />}
        </Fold>
      ) : null}
    </>
  )
}

function HomeSkeleton() {
  return (
    <div className="home" aria-busy="true">
      <div className="home-column">
        <Skeleton height={320} radius="lg" />
        <Skeleton height={160} radius="lg" />
      </div>
      <div className="home-column">
        <Skeleton height={140} radius="lg" />
        <Skeleton height={200} radius="lg" />
      </div>
      <div className="home-column home-end">
        <Skeleton height={200} radius="lg" />
      </div>
    </div>
  )
}

// The home page of a space: recently edited entries, unpublished changes, schedules, activity and delivery. For a space
// without collections it shows the first steps.
import { Skeleton, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useSignedIn } from '../../api/accounts/session.ts'
import { Fold } from '../../parts/page/fold.tsx'
import { TopBarActions } from '../../parts/page/top-bar.tsx'
import { toPersonName } from '../../parts/people/person.tsx'
import { useIsForDevelopers } from '../../parts/people/role-labels.ts'
import { Delivery } from './delivery.tsx'
import { ContinueEditing, ReadyToPublish, UnsentEntries } from './editing-cards.tsx'
import { EmptyHome, NewMenu } from './empty-home.tsx'
import { FirstSteps } from './first-steps.tsx'
import { LatestActivity, ScheduleCard } from './schedule-card.tsx'
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

/** Names of shared mailboxes, which are not names of people. */
const shared =
  /^(?:admin|contact|editor|editors|hello|info|mail|office|owner|post|press|root|support|team|web)$/i

/** Returns for example `Good morning, Ada`; without a name if the e-mail does not contain one. */
export function toGreeting(name: string, now: Date): string {
  const hour = now.getHours()
  const greeting = hour < 5 || hour >= 18 ? 'Good evening' : hour < 12 ? 'Good morning' : 'Good afternoon'
  const [first = ''] = name.split(' ')
  const isPerson = /^\p{L}{2,20}$/u.test(first) && !shared.test(first)
  return isPerson ? `${greeting}, ${first}` : greeting
}

// What the space serves, what the server has done, and how to make a first request.
import { useIsManager, useSignedIn } from '../../api/session.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { CacheSection } from './cache-section.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Numbers } from './numbers.tsx'

export function HomePage() {
  const { space } = useSignedIn()
  const isManager = useIsManager()
  // The frame shows its own page to who is in no space.
  if (!space) return null
  return (
    <>
      <PageHeader title="Home" about={`What ${space.name} serves.`} />
      <Numbers />
      {isManager ? <CacheSection /> : null}
      <FirstSteps space={space} />
    </>
  )
}

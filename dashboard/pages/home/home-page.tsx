// What the space serves, what the server has done, and how to make a first request.
import { useSignedIn } from '../../api/session.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Numbers } from './numbers.tsx'

export function HomePage() {
  const { space } = useSignedIn()
  // The frame shows its own page to who is in no space.
  if (!space) return null
  return (
    <>
      <PageHeader title="Home" about={`What ${space.name} serves.`} />
      <Numbers />
      <FirstSteps space={space} />
    </>
  )
}

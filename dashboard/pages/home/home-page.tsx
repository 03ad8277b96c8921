// The home page of a space: its key figures, and how to make a first request.
import { useSpace } from '../../api/space.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Numbers } from './numbers.tsx'

export function HomePage() {
  const space = useSpace()
  return (
    <>
      <PageHeader title="Home" about={space.name} />
      <Numbers />
      <FirstSteps />
    </>
  )
}

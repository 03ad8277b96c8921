// The home page of a space: its key figures, what editors have to do, and how to make a first request.
import { useSpace } from '../../api/space.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Numbers } from './numbers.tsx'
import { Work } from './work.tsx'

export function HomePage() {
  const space = useSpace()
  return (
    <>
      <PageHeader title="Home" about={space.name} />
      <Numbers />
      <Work />
      <FirstSteps />
    </>
  )
}

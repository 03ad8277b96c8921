// To be built: home.
import { PageHeader } from '../../parts/page-header.tsx'

export function HomePage() {
  return <PageHeader title="home" />
}

// To be built: setup.
import { PageHeader } from '../../parts/page-header.tsx'

export function SetupPage() {
  return <PageHeader title="setup" />
}

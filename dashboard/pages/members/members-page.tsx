// To be built: members.
import { PageHeader } from '../../parts/page-header.tsx'

export function MembersPage() {
  return <PageHeader title="members" />
}

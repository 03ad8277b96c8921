// To be built: invitation.
import { PageHeader } from '../../parts/page-header.tsx'

export function InvitationPage() {
  return <PageHeader title="invitation" />
}

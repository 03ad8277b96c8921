// To be built: sign-in.
import { PageHeader } from '../../parts/page-header.tsx'

export function SignInPage() {
  return <PageHeader title="sign-in" />
}

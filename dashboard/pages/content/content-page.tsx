// To be built: content.
import { PageHeader } from '../../parts/page-header.tsx'

export function ContentPage() {
  return <PageHeader title="content" />
}

// To be built: try-it.
import { PageHeader } from '../../parts/page-header.tsx'

export function TryItPage() {
  return <PageHeader title="try-it" />
}

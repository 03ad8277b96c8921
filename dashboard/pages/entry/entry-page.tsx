// To be built: entry.
import { PageHeader } from '../../parts/page-header.tsx'

export function EntryPage() {
  return <PageHeader title="entry" />
}

// To be built: collection.
import { PageHeader } from '../../parts/page-header.tsx'

export function CollectionPage() {
  return <PageHeader title="collection" />
}

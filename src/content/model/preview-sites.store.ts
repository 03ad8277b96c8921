// SQL statements that read the preview sites of a space, which accounts/spaces/spaces.store.ts writes.
import type { SpaceId } from '../../base/ids.ts'
import { prepare, query, type Reads } from '../../database/database.ts'
import type { PreviewSite } from './preview-url.ts'

export async function readPreviewSites(reads: Reads, space: SpaceId): Promise<readonly PreviewSite[]> {
  const row = await reads.first(sitesOf({ space }))
  return row ? toPreviewSites(row.preview_sites) : []
}

export function toPreviewSites(stored: string): readonly PreviewSite[] {
  return JSON.parse(stored) as PreviewSite[]
}

const sitesOf = prepare(({ space }: { space: SpaceId }) =>
  query.selectFrom('space').select('preview_sites').where('id', '=', space),
)

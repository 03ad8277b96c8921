// Checks whether a queried list is still the same after a change by selecting its entries again.
import type { Reads } from '../../database/database.ts'
import {
  type Dependency,
  findInvalidationReason,
  type SelectedPage,
  type SnapshotVersion,
} from './dependencies.ts'
import type { SpaceSnapshots } from './space-snapshots.ts'

interface CheckedResponse {
  readonly dependencies: readonly Dependency[]
  readonly epoch: number
  readonly validThrough: number
}

/** Returns false if only building the response can tell. */
export async function isStillSelected(
  reads: Reads,
  { space, epoch, revision }: SnapshotVersion,
  snapshots: SpaceSnapshots,
  cached: CheckedResponse,
  reselect: () => Promise<SelectedPage>,
): Promise<boolean> {
  if (cached.epoch !== epoch || cached.validThrough > revision) return false
  const view = await snapshots.at(reads, space, epoch, revision)
  const page = cached.dependencies.find(({ kind }) => kind === 'query')
  if (view === null || page?.kind !== 'query') return false
  const others = cached.dependencies.filter(({ kind }) => kind !== 'query')
  if (findInvalidationReason(others, view.snapshot.log, cached.validThrough) !== null) return false
  const { total, ids } = await reselect()
  return total === page.total && ids.length === page.ids.length && ids.every((id, at) => id === page.ids[at])
}

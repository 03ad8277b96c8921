// What a node knows of spaces.
import type { Database } from '../../src/database/database.ts'
import {
  type SnapshotLimits,
  SpaceSnapshots,
  snapshotLimits,
} from '../../src/delivery/cache/space-snapshots.ts'

export function createStates(
  { snapshot }: Pick<Database, 'snapshot'>,
  limits: Partial<SnapshotLimits> = {},
): SpaceSnapshots {
  return new SpaceSnapshots(snapshot, { ...snapshotLimits, ...limits })
}

// What a node knows of spaces, with memory of its own.

import type { Database } from '../../src/database/database.ts'
import { ListBlockCache } from '../../src/delivery/cache/fragment-cache.ts'
import {
  type SnapshotLimits,
  SpaceSnapshots,
  snapshotLimits,
} from '../../src/delivery/cache/space-snapshots.ts'
import { ByteCache } from '../../src/delivery/cache/variant-cache.ts'

export function createStates(
  { snapshot }: Pick<Database, 'snapshot'>,
  bytesMax = 1_000_000,
  limits: Partial<SnapshotLimits> = {},
): SpaceSnapshots {
  return new SpaceSnapshots(snapshot, new ListBlockCache(new ByteCache(bytesMax)), {
    ...snapshotLimits,
    ...limits,
  })
}

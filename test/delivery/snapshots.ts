// What a node knows of spaces, with memory of its own.
import { ByteCache } from '../../src/base/byte-cache.ts'
import type { Database } from '../../src/database/database.ts'
import { KeyShelf } from '../../src/delivery/cache/list-block-cache.ts'
import { SpaceStates, type StateLimits, stateLimits } from '../../src/delivery/cache/space-snapshots.ts'

export function createStates(
  { snapshot }: Pick<Database, 'snapshot'>,
  bytesMax = 1_000_000,
  limits: Partial<StateLimits> = {},
): SpaceStates {
  return new SpaceStates(snapshot, new KeyShelf(new ByteCache(bytesMax)), { ...stateLimits, ...limits })
}

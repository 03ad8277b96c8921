// What a node knows of spaces, with memory of its own.
import { ByteCache } from '../../src/base/byte-cache.ts'
import { KeyShelf } from '../../src/content/cache/key-shelf.ts'
import { SpaceStates, type StateLimits, stateLimits } from '../../src/content/cache/space-states.ts'
import type { Database } from '../../src/database/database.ts'

export function createStates(
  { snapshot }: Pick<Database, 'snapshot'>,
  bytesMax = 1_000_000,
  limits: Partial<StateLimits> = {},
): SpaceStates {
  return new SpaceStates(snapshot, new KeyShelf(new ByteCache(bytesMax)), { ...stateLimits, ...limits })
}

// What an answer is made of: one state of one space.
import type { SpaceId } from '../../base/ids.ts'

/** The revision of a space that an answer is made of, and the history in which it is that. */
export interface SnapshotVersion {
  readonly space: SpaceId
  readonly epoch: number
  readonly revision: number
}

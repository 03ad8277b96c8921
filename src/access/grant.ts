// What a known API key grants, found without asking the database: how the fast path of cached responses is let in.
import type { SpaceId } from '../base/ids.ts'
import type { SpaceVersion } from '../database/lease/known-spaces.ts'

export interface Grant {
  readonly space: SpaceId
  /** What holds of the space, as of which the key is valid. */
  readonly versions: SpaceVersion
  /** Counts the request, and writes what is left of the key's rate; false where the key has used it up. */
  settle(response: Response): boolean
}

/** By the value of the header Authorization; null where it takes the guard to say. */
export type PeekGrant = (authorization: string | undefined) => Grant | null

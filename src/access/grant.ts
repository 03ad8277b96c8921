// The access that a cached API key grants, determined without a database query, for the fast path of cached responses.
import type { SpaceId } from '../base/ids.ts'
import type { SpaceVersion } from '../database/lease/space-leases.ts'

export interface Grant {
  readonly space: SpaceId
  /** The version of the space for which the key is known to be valid. */
  readonly versions: SpaceVersion
  /** Counts the request and writes the rate limit headers. Returns false if the key has used up its rate. */
  consume(response: Response): boolean
}

/** Takes the value of the Authorization header. Returns null if the guard must decide. */
export type PeekGrant = (authorization: string | undefined) => Grant | null

// The types of responses while they are built and cached.
import type { SpaceId } from '../../base/ids.ts'
import type { Reads } from '../../database/database.ts'
import type { JsonResponse } from '../../http/response/json-response.ts'
import type { ReadPace } from '../store/read-pace.ts'
import type { Dependency, SelectedPage, SnapshotVersion } from './dependencies.ts'

/** One state of one space, to build a response from. */
export interface Snapshot {
  readonly reads: Reads
  readonly space: SpaceId
  readonly revision: number
  /** Null if the epoch is unknown: then no cached value can be used. */
  readonly version: SnapshotVersion | null
  /** Limits reads whose number depends on the query. */
  readonly pace: ReadPace
}

export interface BuiltResponse {
  readonly response: JsonResponse
  readonly dependencies: readonly Dependency[]
  /** The variant ids for which at least one entry of the response has values. */
  readonly variants: ReadonlySet<string>
}

/** Reads under one snapshot. Errors are not cached. */
export type BuildResponse = (snapshot: Snapshot) => Promise<BuiltResponse>

/** Selects the page of a queried list again, to compare it with that of a cached response. */
export type Reselect = (snapshot: Snapshot) => Promise<SelectedPage>

/** The data that the cache needs to revalidate a query that names fields of the model. */
export interface Revalidation {
  /** Checks whether the model that the names were compared with is still the model at this revision. */
  readonly isOfModelAt: (revision: number) => boolean
  /** Null if the query does not select entries. */
  readonly reselect: Reselect | null
}

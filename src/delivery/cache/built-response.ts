// What a response is built from, and what the cache keeps of it. Types only.
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
  /** For reads whose number depends on what a query asks for. */
  readonly pace: ReadPace
}

export interface BuiltResponse {
  readonly response: JsonResponse
  readonly dependencies: readonly Dependency[]
  /** Variant ids for which at least one of its entries has values. */
  readonly variants: ReadonlySet<string>
}

/** Reads under one snapshot. Errors are not cached. */
export type BuildResponse = (snapshot: Snapshot) => Promise<BuiltResponse>

/** Selects the page of a queried list again, to compare it with that of a cached response. */
export type Reselect = (snapshot: Snapshot) => Promise<SelectedPage>

/** What the cache has to know of a query that names fields of the model. */
export interface Revalidation {
  /** Whether the model with which the names were compared is that of this revision. */
  readonly isOfModelAt: (revision: number) => boolean
  /** Null if it does not select entries. */
  readonly reselect: Reselect | null
}

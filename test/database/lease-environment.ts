// What nodes of the simulation have in common, and what can be wrong between one of them and the database.
import type { SimulatedDatabase } from './lease-database.ts'
import type { Chance, Timeline } from './lease-time.ts'

export const links = ['good', 'slow', 'refusing', 'silent', 'mixed'] as const
export type Link = (typeof links)[number]

/** Deaf: heartbeats come through, and no notification does. Silent: nothing comes, and no error either. */
export const hearings = ['good', 'slow', 'lossy', 'deaf', 'silent', 'cut'] as const
export type Hearing = (typeof hearings)[number]

export interface SimulationEnvironment {
  readonly time: Timeline
  readonly chance: Chance
  readonly database: SimulatedDatabase
  readonly staleMs: number
  readonly trace: (text: string) => void
  readonly violations: string[]
  /** Counts what has happened, so that a run can be seen to have been worth it. */
  readonly meet: (what: string) => void
}

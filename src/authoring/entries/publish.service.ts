// Publishes and unpublishes for the command line, by entry path. Each call is one transaction and one revision.
import { toActorText } from '../../base/actor.ts'
import type { Clock } from '../../base/clock.ts'
import { Refusal } from '../../base/errors/errors.ts'
import type { SpaceId } from '../../base/ids.ts'
import { ChangeSet } from '../../content/publish/change-set.ts'
import { findEntryBySlug } from '../../content/tables/entries.store.ts'
import { lockRevision } from '../../content/tables/revision.store.ts'
import type { Database, Writes } from '../../database/database.ts'
import { toCancelledView } from '../../entries/schedules/schedules.ts'
import { type ChangedEntries, publishEntries, unpublishEntries } from './publish-entries.ts'

/** Entries as `COLLECTION/SLUG`, as given in the call. */
export interface PublishReport {
  readonly changed: readonly string[]
  /** Entries already in the requested state; publishing such an entry creates no new publication. */
  readonly unchanged: readonly string[]
  /** Schedules that this action cancelled. */
  readonly cancelled: readonly CancelledSchedule[]
}

interface CancelledSchedule {
  readonly entry: string
  readonly publishAt: string | null
  readonly unpublishAt: string | null
}

/** Applies an action to entries by id. */
type Work = (writes: Writes, changes: ChangeSet, ids: readonly string[]) => Promise<ChangedEntries>

interface EntryPathParts {
  readonly address: string
  readonly id: string
}

/** Publishes the draft of each entry, either all or none. */
export function publish(
  database: Database,
  space: SpaceId,
  addresses: readonly string[],
  clock: Clock,
): Promise<PublishReport> {
  return changeNamed(database, space, addresses, (writes, changes, ids) =>
    publishEntries(writes, changes, ids, { now: clock(), by: publisher }),
  )
}

/** Unpublishes each entry, either all or none. The drafts stay. */
export function unpublish(
  database: Database,
  space: SpaceId,
  addresses: readonly string[],
  clock: Clock,
): Promise<PublishReport> {
  return changeNamed(database, space, addresses, (writes, changes, ids) =>
    unpublishEntries(writes, changes, ids, { now: clock(), by: unpublisher }),
  )
}

const publisher = toActorText({ kind: 'command', name: 'frontlist publish' })
const unpublisher = toActorText({ kind: 'command', name: 'frontlist unpublish' })

function changeNamed(database: Database, space: SpaceId, addresses: readonly string[], work: Work) {
  return inOneRevision(database, space, async (writes, changes) => {
    const named = await requireEntries(writes, space, addresses)
    const done = await work(
      writes,
      changes,
      named.map(({ id }) => id),
    )
    return toReport(named, done)
  })
}

function inOneRevision<Result>(
  database: Database,
  space: SpaceId,
  work: (writes: Writes, changes: ChangeSet) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async writes => {
    const changes = new ChangeSet(space, (await lockRevision(writes, space)) + 1)
    const result = await work(writes, changes)
    await changes.finish(writes)
    return result
  }, space)
}

async function requireEntries(
  writes: Writes,
  space: SpaceId,
  addresses: readonly string[],
): Promise<EntryPathParts[]> {
  const named: EntryPathParts[] = []
  const errors: string[] = []
  for (const address of new Set(addresses)) {
    const at = address.indexOf('/')
    const id =
      at < 0
        ? null
        : await findEntryBySlug(writes, space, address.slice(0, at), address.slice(at + 1).normalize('NFC'))
    if (id !== null) named.push({ address, id })
    else errors.push(at < 0 ? `${address}: must be COLLECTION/SLUG.` : `${address}: not found in this space.`)
  }
  if (errors.length > 0) throw new Refusal('Nothing was changed.', errors)
  return named
}

function toReport(named: readonly EntryPathParts[], { changed, cancelled }: ChangedEntries): PublishReport {
  return {
    changed: named.filter(({ id }) => changed.has(id)).map(({ address }) => address),
    unchanged: named.filter(({ id }) => !changed.has(id)).map(({ address }) => address),
    cancelled: named.flatMap(({ address, id }) => {
      const times = cancelled.get(id)
      return times === undefined ? [] : [{ entry: address, ...toCancelledView(times) }]
    }),
  }
}

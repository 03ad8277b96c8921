// Publish and unpublish, either entries by entry path for the command line, or one entry by id; each call is one
// transaction and one revision.
import { requireRight } from '../access/require-right.store.ts'
import { type By, byOf, toByText } from '../base/by.ts'
import type { Caller } from '../base/caller.ts'
import type { Clock } from '../base/clock.ts'
import { Problem, Refusal } from '../base/errors.ts'
import type { SpaceId } from '../base/ids.ts'
import { ChangeSet } from '../content/change-set.ts'
import { findEntryBySlug, readAddresses } from '../content/entries.store.ts'
import { lockRevision } from '../content/revision.store.ts'
import type { Database, Writes } from '../database/database.ts'
import { publishEntries, unpublishEntries } from './publish-entries.ts'

/** By `COLLECTION/SLUG` as given in the call. */
export interface PublishReport {
  readonly changed: readonly string[]
  /** Already in the requested state: publishing such an entry again creates no new publication. */
  readonly unchanged: readonly string[]
}

/** Applies an action to entries by id, and returns the ids of those it changed. */
type Work = (writes: Writes, changes: ChangeSet, ids: readonly string[]) => Promise<ReadonlySet<string>>

interface EntryPathParts {
  readonly address: string
  readonly id: string
}

/** Publishes the draft of each entry: all of them or none. */
export function publish(
  database: Database,
  space: SpaceId,
  addresses: readonly string[],
  clock: Clock,
): Promise<PublishReport> {
  return changeNamed(database, space, addresses, publishAt(clock, publisher))
}

/** Unpublishes each entry; the drafts stay. All of them or none. */
export function unpublish(
  database: Database,
  space: SpaceId,
  addresses: readonly string[],
  clock: Clock,
): Promise<PublishReport> {
  return changeNamed(database, space, addresses, unpublishAt(clock, unpublisher))
}

/** The same for a caller and one entry of their space by id; null for an id that is not valid. */
export function publishEntry(
  database: Database,
  caller: Caller,
  id: string | null,
  clock: Clock,
): Promise<void> {
  return changeOne({ database, clock }, caller, id, publishAt(clock, byOf(caller)))
}

export function unpublishEntry(
  database: Database,
  caller: Caller,
  id: string | null,
  clock: Clock,
): Promise<void> {
  return changeOne({ database, clock }, caller, id, unpublishAt(clock, byOf(caller)))
}

export function entryNotFound(): Problem {
  return new Problem('entry_not_found', 'The space has no entry with this id.')
}

/** Who publishes from the command line. */
const publisher: By = { kind: 'command', name: 'frontlist publish' }

const unpublisher: By = { kind: 'command', name: 'frontlist unpublish' }

function unpublishAt(clock: Clock, by: By): Work {
  return (writes, changes, ids) => unpublishEntries(writes, changes, ids, { now: clock(), by: toByText(by) })
}

function publishAt(clock: Clock, by: By): Work {
  return (writes, changes, ids) => publishEntries(writes, changes, ids, { now: clock(), by: toByText(by) })
}

function changeNamed(database: Database, space: SpaceId, addresses: readonly string[], work: Work) {
  return inOneRevision(database, space, async (writes, changes) => {
    const named = await requireEntries(writes, space, addresses)
    const changed = await work(
      writes,
      changes,
      named.map(({ id }) => id),
    )
    return toReport(named, changed)
  })
}

function changeOne(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  caller: Caller,
  id: string | null,
  work: Work,
): Promise<void> {
  const { space } = caller
  return inOneRevision(database, space, async (writes, changes) => {
    await requireRight(writes, caller, 'publish', clock)
    const ids = id === null ? [] : (await readAddresses(writes, space, [id])).map(entry => entry.id)
    if (ids.length === 0) throw entryNotFound()
    await work(writes, changes, ids)
  }).catch(reportErrors)
}

/** As many as a person will read. */
const errorsMax = 20

/** The terminal prints one line per error; a problem response has a single text. */
function reportErrors(error: unknown): never {
  if (!(error instanceof Refusal) || !(error.code === 'draft_invalid' || error.code === 'entry_too_large'))
    throw error
  const more = error.details.length - errorsMax
  const rest = more > 0 ? [`There are ${more} more.`] : []
  const detail = [error.message, ...error.details.slice(0, errorsMax), ...rest].join(' ')
  throw new Problem(error.code, detail, { cause: error })
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
      at < 0 ? null : await findEntryBySlug(writes, space, address.slice(0, at), address.slice(at + 1))
    if (id !== null) named.push({ address, id })
    else errors.push(at < 0 ? `${address}: must be COLLECTION/SLUG.` : `${address}: not found in this space.`)
  }
  if (errors.length > 0) throw new Refusal('Nothing was changed.', errors)
  return named
}

function toReport(named: readonly EntryPathParts[], changed: ReadonlySet<string>): PublishReport {
  return {
    changed: named.filter(({ id }) => changed.has(id)).map(({ address }) => address),
    unchanged: named.filter(({ id }) => !changed.has(id)).map(({ address }) => address),
  }
}

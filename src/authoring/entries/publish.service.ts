// Publishes and unpublishes for the command line, by entry path. Each call is one transaction and one revision.
import type { Clock } from '../../base/clock.ts'
import { Refusal } from '../../base/errors.ts'
import type { SpaceId } from '../../base/ids.ts'
import { findEntryBySlug } from '../../content/tables/entries.store.ts'
import type { Database, Writes } from '../../database/database.ts'
import { createNothing, type EntryInTransaction, EntryTransaction } from '../../entries/entry-transaction.ts'
import {
  type FinishedTransaction,
  finishTransaction,
  TransactionFailed,
} from '../../entries/finish-transaction.ts'
import { publishEntry } from '../../entries/publish-entry.ts'
import { toCancelledView } from '../../entries/schedules.ts'
import { unpublishAnyway } from '../../entries/unpublish-entry.ts'

/** Entries as `COLLECTION/SLUG`, as given in the call. */
interface PublishReport {
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

interface EntryPathParts {
  readonly address: string
  readonly id: string
}

/** An action of a command on each of its entries. */
interface Verb {
  readonly name: string
  readonly apply: (transaction: EntryTransaction, id: string) => Promise<EntryInTransaction>
  readonly isChanged: (entry: EntryInTransaction, finished: FinishedTransaction) => boolean
}

/** Publishes the draft of each entry, either all or none. */
export function publish(
  database: Database,
  space: SpaceId,
  addresses: readonly string[],
  clock: Clock,
): Promise<PublishReport> {
  return changeEntries(database, space, addresses, clock, {
    name: 'frontlist publish',
    apply: (transaction, id) => publishEntry(transaction, { id, publishedAt: null }),
    isChanged: ({ id }, { published }) => published.get(id)?.isChanged === true,
  })
}

/** Unpublishes each entry, either all or none. The drafts stay. */
export function unpublish(
  database: Database,
  space: SpaceId,
  addresses: readonly string[],
  clock: Clock,
): Promise<PublishReport> {
  return changeEntries(database, space, addresses, clock, {
    name: 'frontlist unpublish',
    apply: unpublishAnyway,
    isChanged: ({ isWithdrawn }) => isWithdrawn,
  })
}

function changeEntries(
  database: Database,
  space: SpaceId,
  addresses: readonly string[],
  clock: Clock,
  { name, apply, isChanged }: Verb,
): Promise<PublishReport> {
  const done = database.transaction(async writes => {
    const named = await requireEntries(writes, space, addresses)
    const by = { kind: 'command', name } as const
    const transaction = await EntryTransaction.begin(writes, space, {
      by,
      now: clock(),
      random: createNothing,
    })
    await transaction.load(named.map(({ id }) => id))
    const entries: (EntryPathParts & { readonly entry: EntryInTransaction })[] = []
    for (const each of named) entries.push({ ...each, entry: await apply(transaction, each.id) })
    const finished = await finishTransaction(transaction)
    const changed = entries.filter(({ entry }) => isChanged(entry, finished))
    return {
      changed: changed.map(({ address }) => address),
      unchanged: entries.filter(each => !changed.includes(each)).map(({ address }) => address),
      cancelled: listCancelled(named, finished),
    }
  }, space)
  return done.catch(error => {
    throw error instanceof TransactionFailed ? toRefusal(error) : error
  })
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

function listCancelled(named: readonly EntryPathParts[], { cancelled }: FinishedTransaction) {
  return named.flatMap(({ address, id }) => {
    const times = cancelled.get(id)
    return times === undefined ? [] : [{ entry: address, ...toCancelledView(times) }]
  })
}

/** Returns the error of a command whose drafts cannot be published, with each reason on a line. */
function toRefusal({ failures }: TransactionFailed): Error {
  const drafts = failures.flatMap(({ unpublishable }) => unpublishable ?? [])
  const reasons = drafts.flatMap(draft =>
    'problems' in draft
      ? draft.problems.map(({ path, message }) => `${draft.where}${path} ${message}.`)
      : [`${draft.where}: ${draft.reason}.`],
  )
  const { problem } = failures[0]!
  if (problem.code === 'entry_too_large') {
    const summary = 'Nothing was published: an entry would be too large to be served.'
    return new Refusal(summary, reasons, problem.code)
  }
  if (problem.code !== 'draft_invalid') return problem
  const names = drafts.length === 1 ? `The draft ${drafts[0]!.where} is` : `${drafts.length} drafts are`
  return new Refusal(`${names} invalid. Nothing was published.`, reasons, problem.code)
}

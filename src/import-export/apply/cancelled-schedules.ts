// Reports the schedules that an import cancels because it publishes, withdraws or archives their entries.
import { toTimestamp } from '../../base/clock.ts'
import { readStagedRecords } from '../../bulk/stage.store.ts'
import type { Writes } from '../../database/database.ts'
import type { CancelledTimes } from '../../entries/schedules.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { type Loss, toLoss } from '../read/losses.ts'

/** Returns the warnings in the order of the entries' ids. */
export async function reportCancelled(
  writes: Writes,
  plan: ImportPlan,
  cancelled: ReadonlyMap<string, CancelledTimes>,
): Promise<readonly Loss[]> {
  if (cancelled.size === 0) return []
  const records = await readStagedRecords(writes, [...cancelled.keys()])
  const places = new Map(records.map(({ entry, where }) => [entry, where]))
  return [...cancelled.keys()].sort().map(entry =>
    toLoss({
      kind: 'schedule_cancelled',
      where: places.get(entry) ?? null,
      collection: plan.addresses.get(entry)?.collection ?? null,
      entry,
      what: toSentence(cancelled.get(entry)!),
    }),
  )
}

function toSentence({ publishAt, unpublishAt }: CancelledTimes): string {
  const parts = [
    ...(publishAt === null ? [] : [`publication that was scheduled for ${toTimestamp(publishAt)}`]),
    ...(unpublishAt === null ? [] : [`withdrawal that was scheduled for ${toTimestamp(unpublishAt)}`]),
  ]
  const verb = parts.length === 1 ? 'is' : 'are'
  return `Its ${parts.join(' and its ')} ${verb} cancelled: what the import makes of the entry is newer.`
}

// Enforces the import's size limit of one record, which another system's export may exceed.

import type { LossLog } from './loss-log.ts'
import type { EntryRecord } from './records.ts'

const bytesMax = 16 * 1024 * 1024

/** Returns the record, or the record without its variants, or nothing: the largest that fits. */
export function fitRecord(record: EntryRecord, losses: LossLog): EntryRecord[] {
  if (fits(record)) return [record]
  const { variants, ...bare } = record
  const where = record.id ?? record.collection
  const subject = { collection: record.collection, ...(record.id === undefined ? {} : { entry: record.id }) }
  if (variants && fits(bare)) {
    losses.add(
      'variant_not_imported',
      where,
      'The entry is larger than 16 MiB with its variants and locales: they are not imported',
      subject,
    )
    return [bare]
  }
  losses.add('entry_not_imported', where, 'The entry is larger than 16 MiB and is not imported', subject)
  return []
}

function fits(record: EntryRecord): boolean {
  return Buffer.byteLength(JSON.stringify(record)) <= bytesMax
}

// Turns the converted records of another system into an import source.

import { ImportRefused } from '../import.service.ts'
import type { ImportSource, SourceItem } from '../read/import-source.ts'
import { checkRecord } from '../read/record-check.ts'
import type { Conversion, ImportRecord } from '../read/records.ts'
import type { ChangedPolicy } from './format.ts'

const recordsAtOnce = 500

/**
 * Returns a source whose records follow the same rules as NDJSON lines. `system` is the name of the source system for
 * users.
 */
export function toSource(
  conversion: Conversion,
  changed: ChangedPolicy | undefined,
  system: string,
): ImportSource {
  if (changed === undefined && conversion.changed.size > 0) throw refuseChanged(conversion, system)
  const keepsLive = changed === 'draft'
  return {
    hasQueryKeys: false,
    losses: conversion.losses,
    read: async function* () {
      for (let start = 0; start < conversion.records.length; start += recordsAtOnce) {
        yield conversion.records
          .slice(start, start + recordsAtOnce)
          .map(record => toItem(record, conversion, keepsLive))
      }
    },
  }
}

function toItem(record: ImportRecord, conversion: Conversion, keepsLive: boolean): SourceItem {
  const id = record.type === 'entry' ? (record.id ?? '') : ''
  const where = `${record.type} ${'apiName' in record ? record.apiName : record.id}`
  const checked = checkRecord(record)
  const errors = [...(conversion.errors.get(id) ?? []), ...('errors' in checked ? checked.errors : [])]
  return {
    where,
    record: errors.length > 0 ? null : record,
    errors,
    oddities: [],
    keepsLive: keepsLive && conversion.changed.has(id),
  }
}

function refuseChanged({ records, changed }: Conversion, system: string): ImportRefused {
  const errors = records.flatMap(record =>
    record.type === 'entry' && changed.has(record.id ?? '')
      ? [
          {
            where: `entry ${record.id}`,
            message: `${record.collection}/${record.slug} was changed after its publication.`,
          },
        ]
      : [],
  )
  const one = errors.length === 1
  return new ImportRefused(
    errors,
    `The import was refused: ${one ? 'an entry was' : `${errors.length} entries were`} changed after ${one ? 'its' : 'their'} publication, and the file has only the latest values, not the published ones. Nothing was changed. Choose what becomes of ${one ? 'it' : 'them'}: --changed=latest makes the latest values live, --changed=draft imports them as drafts and leaves live what is live in the space. Or publish ${one ? 'it' : 'them'} in ${system} and export again.`,
  )
}

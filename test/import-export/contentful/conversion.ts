// Reading a conversion in a test: records by kind, losses as lines.

import { convertContentful } from '../../../src/import-export/formats/contentful/contentful.ts'
import type { ChangedPolicy } from '../../../src/import-export/formats/format.ts'
import type { CollectionRecord, EntryRecord } from '../../../src/import-export/read/records.ts'
import { type Part, space } from './space-builder.ts'

export interface Converted {
  readonly collections: readonly CollectionRecord[]
  readonly entries: readonly EntryRecord[]
  /** `where: what`, and of an entry its id in brackets. */
  readonly losses: readonly string[]
  entry(id: string): EntryRecord
}

export function convert(source: unknown, changed: ChangedPolicy = 'latest'): Converted {
  const { records, losses } = convertContentful(source, { changed, oddities: [] })
  const entries = records.filter(record => record.type === 'entry')
  return {
    collections: records.filter(record => record.type === 'collection'),
    entries,
    losses: losses.map(({ where, what, entry }) => `${where}: ${what}${entry === null ? '' : ` (${entry})`}`),
    entry(id) {
      const found = entries.find(record => record.id === id)
      if (!found) throw new Error(`No record of the entry ${id}`)
      return found
    },
  }
}

export const convertSpace = (parts: Part, changed: ChangedPolicy = 'latest'): Converted =>
  convert(space(parts), changed)

/** The losses that speak of one thing. */
export function lossesAt({ losses }: Converted, where: string): string[] {
  return losses.filter(line => line.startsWith(`${where}: `)).map(line => line.slice(where.length + 2))
}

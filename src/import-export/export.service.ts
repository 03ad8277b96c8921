// Export: writes a space as NDJSON, the format that import reads; re-importing it changes nothing.
import { toTimestamp } from '../base/clock.ts'
import type { SpaceId } from '../base/ids.ts'
import { readModels } from '../content/collections.store.ts'
import { type ExportRow, readForExport } from '../content/entries.store.ts'
import { parseValues, parseVariants } from '../content/entry-values.ts'
import type { Json, Values } from '../content/model.ts'
import type { Database } from '../database/database.ts'

const batchSize = 500

/** Lines with their line feeds, in batches, from one snapshot; each batch is awaited before the next is read. */
export function exportContent(
  database: Database,
  space: SpaceId,
  write: (lines: string) => Promise<void>,
): Promise<{ collections: number; entries: number }> {
  return database.snapshot(space, async reads => {
    const models = await readModels(reads, space)
    await write(models.map(model => toLine({ type: 'collection', ...model })).join(''))
    let entries = 0
    let after = ''
    for (;;) {
      const rows = await readForExport(reads, space, after, batchSize)
      await write(rows.map(row => toLine(toRecord(row))).join(''))
      entries += rows.length
      after = rows.at(-1)?.id ?? ''
      if (rows.length < batchSize) return { collections: models.length, entries }
    }
  })
}

function toRecord(row: ExportRow) {
  const variants = parseVariants(row.variants)
  const sameVariants = row.liveData === null || row.liveVariants === row.variants
  const sameAsLive = row.liveData === row.data
  return {
    type: 'entry',
    collection: row.collection,
    id: row.id,
    slug: row.slug,
    ...(row.publishedAt !== null && { publishedAt: toTimestamp(row.publishedAt) }),
    ...(!sameAsLive && { data: withoutEmptyValues(parseValues(row.data)) }),
    ...(row.liveData !== null && { liveData: withoutEmptyValues(parseValues(row.liveData)) }),
    ...(Object.keys(variants).length > 0 && { variants }),
    ...(!sameVariants && { liveVariants: parseVariants(row.liveVariants) }),
  }
}

/** Import treats null as an absent field; an empty list can be a value, for example of a `json` field. */
function withoutEmptyValues(values: Values): Values {
  const present: Record<string, Json> = {}
  for (const [name, value] of Object.entries(values)) {
    if (value !== null) present[name] = value
  }
  return present
}

function toLine(record: object): string {
  return `${JSON.stringify(record)}\n`
}

// Writes a space as NDJSON, the format that import reads. Importing it again changes nothing.
import { toTimestamp } from '../../base/clock.ts'
import type { SpaceId } from '../../base/ids.ts'
import { typeOf } from '../../content/fields/registry.ts'
import { readSpaceModels } from '../../content/model/collections.store.ts'
import { readVariants } from '../../content/model/variants.store.ts'
import { parseValues, parseVariants } from '../../content/publish/entry-content.ts'
import { type AssetWithFile, listAssetsById } from '../../content/tables/assets.store.ts'
import { type ExportRow, readForExport } from '../../content/tables/publication-reads.store.ts'
import type { Field, Json, Values } from '../../content/values/model.ts'
import type { Database, Reads } from '../../database/database.ts'
import { toFlatOverlays } from '../../entries/drafts/overlay-paths.ts'

const batchSize = 500

interface ExportOptions {
  /** True to export archived entries too. They are left out by default. */
  readonly archived?: boolean
  /** True to name files in asset lines; the caller then writes them with {@link writeFiles}. */
  readonly hasFiles?: boolean
}

interface ExportReport {
  readonly collections: number
  readonly entries: number
  readonly assets: number
  /** The SHA-256 hashes of the assets' files, each once. */
  readonly files: ReadonlySet<string>
}

/** Writes lines with their line feeds in batches, from one snapshot. Each batch is awaited before the next is read. */
export function exportContent(
  database: Database,
  space: SpaceId,
  write: (lines: string) => Promise<void>,
  { archived = false, hasFiles = false }: ExportOptions = {},
): Promise<ExportReport> {
  return database.snapshot(space, async reads => {
    const { collections: models, components } = await readSpaceModels(reads, space)
    await write(
      [...components.values()].map(({ kind: type, ...model }) => toLine({ type, ...model })).join(''),
    )
    await write(models.map(model => toLine({ type: 'collection', ...model })).join(''))
    const variants = await readVariants(reads, space)
    await write(variants.map(variant => toLine({ type: 'variant', ...variant })).join(''))
    const assets = await exportAssets(reads, space, write, hasFiles)
    const fieldsOf = new Map(models.map(({ apiName, fields }) => [apiName, fields]))
    let entries = 0
    let after = ''
    for (;;) {
      const rows = await readForExport(reads, space, { afterId: after, limit: batchSize, archived })
      await write(rows.map(row => toLine(toRecord(row, fieldsOf.get(row.collection) ?? []))).join(''))
      entries += rows.length
      after = rows.at(-1)?.id ?? ''
      if (rows.length < batchSize) return { collections: models.length, entries, ...assets }
    }
  })
}

async function exportAssets(
  reads: Reads,
  space: SpaceId,
  write: (lines: string) => Promise<void>,
  hasFiles: boolean,
): Promise<Pick<ExportReport, 'assets' | 'files'>> {
  const files = new Set<string>()
  let assets = 0
  for (let after = ''; ; ) {
    const rows = await listAssetsById(reads, space, after, batchSize)
    if (rows.length === 0) return { assets, files }
    await write(rows.map(row => toLine(toAssetRecord(row, hasFiles))).join(''))
    for (const { blob } of rows) files.add(blob)
    assets += rows.length
    after = rows.at(-1)!.id
  }
}

function toAssetRecord(row: AssetWithFile, hasFiles: boolean) {
  const { id, filename, blob, title, alt, focalX: x, focalY: y, thumbhash } = row
  return {
    ...{ type: 'asset', id, filename },
    ...(hasFiles && { file: blob }),
    sha256: blob,
    ...(title !== null && { title }),
    ...(alt !== null && { alt }),
    ...(x !== null && y !== null && { focalPoint: { x, y } }),
    ...(thumbhash !== null && { thumbhash }),
  }
}

function integersOf(fields: readonly Field[]): readonly string[] {
  return fields.filter(field => typeOf(field).isExact).map(({ apiName }) => apiName)
}

function toRecord(row: ExportRow, fields: readonly Field[]) {
  const integers = integersOf(fields)
  const toOverlays = (variants: string | null) =>
    exactOverlays(toFlatOverlays(fields, parseVariants(variants)), integers)
  const variants = toOverlays(row.variants)
  const sameVariants = row.liveData === null || row.liveVariants === row.variants
  const sameAsLive = row.liveData === row.data
  return {
    type: 'entry',
    collection: row.collection,
    id: row.id,
    slug: row.slug,
    ...(row.archived_at !== null && { archived: true }),
    ...(row.publishedAt !== null && { publishedAt: toTimestamp(row.publishedAt) }),
    ...(!sameAsLive && { data: exactIntegers(withoutEmptyValues(parseValues(row.data)), integers) }),
    ...(row.liveData !== null && {
      liveData: exactIntegers(withoutEmptyValues(parseValues(row.liveData)), integers),
    }),
    ...(Object.keys(variants).length > 0 && { variants }),
    ...(row.liveSlug !== null && row.liveSlug !== row.slug && { liveSlug: row.liveSlug }),
    ...(!sameVariants && { liveVariants: toOverlays(row.liveVariants) }),
  }
}

/** Drops null values, which import treats as absent fields. An empty list can be a value, for example of a `json` field. */
function withoutEmptyValues(values: Values): Values {
  const present: Record<string, Json> = {}
  for (const [name, value] of Object.entries(values)) {
    if (value !== null) present[name] = value
  }
  return present
}

type Overlays = { readonly [variant: string]: Values }

function exactOverlays(overlays: Overlays, integers: readonly string[]): Overlays {
  if (integers.length === 0) return overlays
  return Object.fromEntries(
    Object.entries(overlays).map(([variant, values]) => [variant, exactIntegers(values, integers)]),
  )
}

/**
 * Writes large integers with all their digits. The shortest text of a large double may be another integer, which import
 * refuses.
 */
function exactIntegers(values: Values, integers: readonly string[]): Values {
  const exact: Record<string, Json> = {}
  for (const name of integers) {
    const value = values[name]
    if (Array.isArray(value)) exact[name] = value.map(toExact)
    else if (value !== undefined) exact[name] = toExact(value)
  }
  return { ...values, ...exact }
}

/** Creates a value that `JSON.stringify` writes verbatim. TypeScript's types do not have it yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): Json }

function toExact(value: Json): Json {
  const isShort = typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)
  return isShort ? value : rawJSON(BigInt(value).toString())
}

function toLine(record: object): string {
  return `${JSON.stringify(record)}\n`
}

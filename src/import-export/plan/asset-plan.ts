// Plans the changes of assets when an import is prepared, and writes them under the space's lock.
import { toActorText } from '../../base/caller.ts'
import type { Clock } from '../../base/clock.ts'
import { withContentType } from '../../base/content-type.ts'
import { Refusal } from '../../base/errors.ts'
import type { SpaceId } from '../../base/ids.ts'
import { PlannedAssets } from '../../content/publish/resolve-assets.ts'
import {
  type AssetRow,
  insertAssets,
  type AssetWithFile as KnownAsset,
  leaveAddress,
  readAssets,
  readAssetsOfBlobs,
  readSpaceSlug,
  updateAsset,
} from '../../content/tables/assets.store.ts'
import { readFocalPoint } from '../../content/values/asset-value.ts'
import type { Reads, Writes } from '../../database/database.ts'
import { readBlobs } from '../../media/blobs/blob-lists.store.ts'
import { claimBlobs } from '../../media/blobs/blobs.store.ts'
import { toFilename } from '../../media/receive/file-name.ts'
import type { ImportedAsset } from '../read/asset-files.ts'
import type { ImportError } from '../read/first-pass.ts'
import { toWhereText } from '../read/import-source.ts'
import { type Loss, toLoss } from '../read/losses.ts'
import { importer } from './import-context.ts'

export interface AssetPlan {
  readonly created: readonly KnownAsset[]
  readonly changed: readonly { readonly before: KnownAsset; readonly after: KnownAsset }[]
  readonly unchanged: number
  /** The assets that are created or changed. */
  readonly planned: PlannedAssets
  readonly errors: readonly ImportError[]
  readonly losses: readonly Loss[]
}

type Bytes = Pick<KnownAsset, 'blob' | 'contentType' | 'size' | 'width' | 'height' | 'thumbhash'>

export async function planAssets(
  reads: Reads,
  space: SpaceId,
  assets: readonly ImportedAsset[],
): Promise<AssetPlan> {
  const spaceSlug = await readSpaceSlug(reads, space)
  const ids = assets.map(({ record }) => record.id)
  const present = new Map((await readAssets(reads, space, ids)).map(row => [row.id, row]))
  const bytes = await readBytes(reads, space, assets)
  const created: KnownAsset[] = []
  const changed: { before: KnownAsset; after: KnownAsset }[] = []
  const errors: ImportError[] = []
  const losses: Loss[] = []
  let unchanged = 0
  for (const asset of assets) {
    const where = toWhereText(asset.where)
    const blob = bytes.get(asset.sha256)
    const before = present.get(asset.record.id)
    if (!blob) {
      errors.push({ where, message: missingBytes(asset.sha256) })
      continue
    }
    const after = withContentType({ ...toRow(asset, before), ...blob, spaceSlug })
    if (before === undefined) created.push(after)
    else if (isSame(before, after)) unchanged++
    else changed.push({ before, after })
    if (before !== undefined) losses.push(...listRemoved(where, asset, before))
  }
  const planned = new PlannedAssets([...created, ...changed.map(({ after }) => after)])
  return { created, changed, unchanged, planned, errors, losses }
}

const missingBytes = (sha256: string) =>
  `No asset of the space has the bytes of the sha256 ${sha256}. Name the file in "file", and its folder with --assets.`

/** Returns the known bytes: those that were stored, those that a dry run has only inspected, and those of the space. */
async function readBytes(
  reads: Reads,
  space: SpaceId,
  assets: readonly ImportedAsset[],
): Promise<ReadonlyMap<string, Bytes>> {
  const received = assets.flatMap(({ blob }) => blob ?? [])
  const known = assets.filter(({ blob }) => blob === null).map(({ sha256 }) => sha256)
  const shared = await readAssetsOfBlobs(reads, space, known)
  const stored = await readBlobs(reads, [
    ...received.map(({ sha256 }) => sha256),
    ...new Set(shared.map(({ blob }) => blob)),
  ])
  return new Map<string, Bytes>([
    ...received.map(({ sha256, ...rest }) => [sha256, { blob: sha256, ...rest }] as const),
    ...stored.map(({ sha256, content_type: contentType, size, width, height, thumbhash }) => {
      return [sha256, { blob: sha256, contentType, size, width, height, thumbhash }] as const
    }),
  ])
}

function toRow({ record }: ImportedAsset, before: KnownAsset | undefined) {
  const { id, filename, file, title = null, alt = null, focalPoint = null } = record
  const point = focalPoint === null ? null : (readFocalPoint({ ...focalPoint }) ?? null)
  const name = filename ?? before?.filename ?? file ?? 'file'
  return { id, filename: toFilename(name), title, alt, focalX: point?.x ?? null, focalY: point?.y ?? null }
}

const compared = ['blob', 'filename', 'title', 'alt', 'focalX', 'focalY'] as const

function isSame(before: KnownAsset, after: KnownAsset): boolean {
  return compared.every(key => before[key] === after[key])
}

/** Reports values that are removed because the line does not have them. */
function listRemoved(where: string, { record }: ImportedAsset, before: KnownAsset): Loss[] {
  const removed = [
    ...(record.title === undefined && before.title !== null ? ['title'] : []),
    ...(record.alt === undefined && before.alt !== null ? ['alt text'] : []),
    ...(record.focalPoint === undefined && before.focalX !== null ? ['focal point'] : []),
  ]
  if (removed.length === 0) return []
  const what = `The asset "${record.id}" loses its ${removed.join(', its ')}: the line has none.`
  return [toLoss({ kind: 'asset_value_removed', where, what })]
}

/** Requires the lock of the space. Content that shows the assets is updated afterwards. */
export async function writeAssets(
  writes: Writes,
  { space, clock }: { readonly space: SpaceId; readonly clock: Clock },
  { created, changed }: AssetPlan,
): Promise<void> {
  const after = [...created, ...changed.map(each => each.after)]
  if (after.length === 0) return
  const missing = await claimBlobs(
    writes,
    space,
    after.map(({ blob }) => blob),
  )
  if (missing.length > 0)
    throw new Refusal('Files were removed while they were imported. Nothing was imported; import again.')
  const now = clock()
  const toStored = (asset: KnownAsset): AssetRow => ({
    ...{ id: asset.id, blob: asset.blob, filename: asset.filename, title: asset.title, alt: asset.alt },
    ...{ focal_x: asset.focalX, focal_y: asset.focalY },
    ...{
      created_at: now,
      created_by: toActorText(importer),
      updated_at: now,
      updated_by: toActorText(importer),
    },
  })
  await insertAssets(writes, space, created.map(toStored))
  for (const { before, after: next } of changed) {
    if (before.blob !== next.blob || before.filename !== next.filename)
      await leaveAddress(writes, space, before.id, now)
    await updateAsset(writes, space, toStored(next))
  }
}

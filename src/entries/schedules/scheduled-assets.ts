// Records the assets that entries with schedules name, in their current drafts and in the drafts that will be published.
import type { SpaceId } from '../../base/ids.ts'
import { readCollections } from '../../content/model/collections.store.ts'
import { parseValues, parseVariants } from '../../content/publish/entry-values.ts'
import { saveDraftAssets } from '../../content/tables/draft-assets.store.ts'
import { readEntries } from '../../content/tables/entries.store.ts'
import { readScheduledVersions } from '../../content/tables/schedules.store.ts'
import { readVersionContents } from '../../content/tables/version-contents.store.ts'
import { listAssetNames } from '../../content/values/asset-names.ts'
import type { Writes } from '../../database/database.ts'

const batchSize = 200

/** Replaces the recorded assets of the entries. Call after their drafts and schedules were written. */
export async function renewDraftAssets(
  writes: Writes,
  space: SpaceId,
  entries: readonly string[],
): Promise<void> {
  if (entries.length === 0) return
  const models = new Map((await readCollections(writes, space)).map(model => [model.apiName, model]))
  for (let start = 0; start < entries.length; start += batchSize) {
    const drafts = await readEntries(writes, space, entries.slice(start, start + batchSize))
    const scheduled = await readScheduled(
      writes,
      space,
      drafts.map(({ id }) => id),
    )
    const rows = drafts.flatMap(({ id: entry, collection, ...draft }) => {
      const fields = models.get(collection)?.fields ?? []
      const texts = [draft, ...(scheduled.get(entry) ?? [])]
      const names = texts.flatMap(text => listAssetNames(fields, toValues(text)))
      return [...new Set(names)].map(asset => ({ space, asset, entry }))
    })
    await saveDraftAssets(
      writes,
      space,
      drafts.map(({ id }) => id),
      rows,
    )
  }
}

interface DraftText {
  readonly data: string
  readonly variants: string | null
}

/** Reads drafts that will be published and are not the newest, by entry. */
async function readScheduled(writes: Writes, space: SpaceId, entries: readonly string[]) {
  const versions = await readScheduledVersions(writes, space, entries)
  const contents = await readVersionContents(writes, space, versions)
  return Map.groupBy(
    contents.map(({ entry, data, variants }): DraftText & { entry: string } => ({
      entry,
      data: data!,
      variants,
    })),
    ({ entry }) => entry,
  )
}

function toValues({ data, variants }: DraftText) {
  return { data: parseValues(data), variants: parseVariants(variants) }
}

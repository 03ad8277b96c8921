// Reads the drafts of a space for scans. References lead to drafts too.
import type { SpaceId } from '../../base/ids.ts'
import type { Json, Values } from '../../content/values/model.ts'
import { readField } from '../../content/values/stored-data.ts'
import type { Reads } from '../../database/database.ts'
import { listAssets } from './drafts.store.ts'
import type { Pace } from './pace.ts'
import { type DraftRow, readDraftsInBatches } from './read-batches.ts'
import type { EntrySource, ScannedEntry, ValueLayer } from './scanned-entry.ts'

interface DraftSourceParts {
  readonly reads: Reads
  readonly space: SpaceId
  /** The variant of the selection. */
  readonly variant: string | null
  readonly pace: Pace
}

/** References to archived entries are served as `null`. */
export function createDraftSource({ reads, space, variant, pace }: DraftSourceParts): EntrySource {
  async function* read(
    ids: readonly string[],
    includesArchived: boolean,
    onBytes: (bytes: number) => void,
  ): AsyncGenerator<readonly ScannedEntry[]> {
    for await (const rows of readDraftsInBatches(ids, { reads, space, includesArchived, pace, onBytes })) {
      yield rows.map(row => toScannedDraft(row, variant))
    }
  }
  return {
    readEntries: (ids, onBytes) => read(ids, true, onBytes),
    readTargets: (ids, onBytes) => read(ids, false, onBytes),
    listAssets: ids => listAssets(reads, space, ids),
  }
}

export function toScannedDraft(row: DraftRow, variant: string | null): ScannedEntry {
  const { id, collection, slug, publishedAt, firstPublishedAt } = row
  return {
    id,
    collection,
    slug,
    publishedAt,
    firstPublishedAt,
    base: textLayer(row.data),
    overlay: findOverlay(row.variants, variant),
  }
}

/** Parses only the fields that are asked for: a draft has one line for each field, see content/values/stored-data.ts. */
export function textLayer(data: string): ValueLayer {
  return { find: name => readField(data, name) }
}

function findOverlay(variants: string | null, variant: string | null): ValueLayer | null {
  const overlay = readOverlay(variants, variant)
  return (
    overlay && {
      find: (name): Json | undefined => (Object.hasOwn(overlay, name) ? overlay[name] : undefined),
    }
  )
}

/** Returns null if the draft has no overlay for the variant. */
export function readOverlay(variants: string | null, variant: string | null): Values | null {
  if (variants === null || variant === null || !variants.includes(`"${variant}":{`)) return null
  const overlays = JSON.parse(variants) as { readonly [id: string]: Values }
  return Object.hasOwn(overlays, variant) ? overlays[variant]! : null
}

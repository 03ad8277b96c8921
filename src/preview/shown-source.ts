// Reads the entries of a space for scans as a preview shows them: some as drafts, the others as they are live.
import type { LivePublication } from '../content/tables/publications.store.ts'
import { asWritten, type PublishedData } from '../content/values/stored-data.ts'
import type { Reads } from '../database/database.ts'
import { createDraftSource, textLayer, toScannedDraft } from '../query/scan/draft-source.ts'
import type { Pace } from '../query/scan/pace.ts'
import type { EntrySource, ScannedEntry } from '../query/scan/scanned-entry.ts'
import { readShownInBatches } from './shown-batches.ts'
import type { Shown } from './shown-entries.store.ts'

interface ShownSourceParts {
  readonly reads: Reads
  readonly shown: Shown
  /** The variant of the selection. */
  readonly variant: string | null
  readonly pace: Pace
}

export function createShownSource({ reads, shown, variant, pace }: ShownSourceParts): EntrySource {
  const drafts = createDraftSource({ reads, space: shown.space, variant, pace })
  if (shown.drafts === null) return drafts
  const read: EntrySource['readEntries'] = async function* (ids, onBytes) {
    for await (const batch of readShownInBatches(ids, { reads, shown, pace, onBytes })) {
      const ofDrafts = batch.drafts.map(row => toScannedDraft(row, variant))
      yield [...ofDrafts, ...batch.live.map(publication => toScannedLive(publication, variant))]
    }
  }
  return { ...drafts, readEntries: read, readTargets: read }
}

function toScannedLive({ row, overlays }: LivePublication, variant: string | null): ScannedEntry {
  const overlay = variant === null ? undefined : overlays.get(variant)
  const toLayer = (layer: PublishedData) => textLayer(asWritten(layer))
  return {
    ...{ id: row.entry, collection: row.collection, slug: row.slug },
    ...{ publishedAt: row.published_at, firstPublishedAt: row.first_published_at },
    base: toLayer(row),
    overlay: overlay ? toLayer(overlay) : null,
  }
}

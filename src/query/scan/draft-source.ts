// Reads the drafts of a space for scans. References lead to drafts too.
import type { SpaceId } from '../../base/ids.ts'
import type { Json, Values } from '../../content/values/model.ts'
import { readField } from '../../content/values/stored-data.ts'
import type { Reads } from '../../database/database.ts'
import { listAssets, readDrafts } from './drafts.store.ts'
import type { EntrySource, ScannedEntry, ValueLayer } from './scanned-entry.ts'

type DraftRow = Awaited<ReturnType<typeof readDrafts>>[number]

/** `variant` is that of the selection. References to archived entries are served as `null`. */
export function createDraftSource(reads: Reads, space: SpaceId, variant: string | null): EntrySource {
  const read = async (ids: readonly string[]) => readDrafts(reads, space, ids)
  return {
    readEntries: async ids => (await read(ids)).map(row => toScanned(row, variant)),
    readTargets: async ids =>
      (await read(ids)).filter(({ archivedAt }) => archivedAt === null).map(row => toScanned(row, variant)),
    listAssets: ids => listAssets(reads, space, ids),
  }
}

function toScanned(
  { data, variants, archivedAt: _, ...row }: DraftRow,
  variant: string | null,
): ScannedEntry {
  return {
    ...row,
    base: textLayer(data),
    overlay: findOverlay(variants, variant),
    bytes: data.length + (variants?.length ?? 0),
  }
}

/** Parses only the fields that are asked for: a draft has one line for each field, see content/values/stored-data.ts. */
export function textLayer(data: string): ValueLayer {
  return { find: name => readField(data, name) }
}

function findOverlay(variants: string | null, variant: string | null): ValueLayer | null {
  if (variants === null || variant === null || !variants.includes(`"${variant}":{`)) return null
  const overlays = JSON.parse(variants) as { readonly [id: string]: Values }
  const overlay = Object.hasOwn(overlays, variant) ? overlays[variant]! : null
  return (
    overlay && {
      find: (name): Json | undefined => (Object.hasOwn(overlay, name) ? overlay[name] : undefined),
    }
  )
}

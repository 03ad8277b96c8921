// The published content of an entry as it was written. A change set publishes it, and compares it with the live content.

import type { LivePublication } from '../tables/publications.store.ts'
import { asWritten, isSameWritten, listTargets, type PublishedData } from '../values/stored-data.ts'
import type { CompiledValues } from './compile-entry.ts'

/** The published content of an entry. */
export interface PublishedContent {
  readonly values: CompiledValues
  readonly overlays: ReadonlyMap<string, CompiledValues>
}

/** The content to publish for an entry. */
export interface NewPublication extends PublishedContent {
  readonly entry: string
  readonly collection: string
  readonly slug: string
  readonly version: number
  readonly firstPublishedAt: number
  readonly publishedAt: number
  /** The draft version that becomes live; null if it is unknown. */
  readonly draftVersion: number | null
  readonly publishedBy: string | null
}

/** Returns the same publication with other content. */
export function toReopened({ row }: LivePublication, content: PublishedContent): NewPublication {
  return {
    ...content,
    entry: row.entry,
    collection: row.collection,
    slug: row.slug,
    version: row.version,
    firstPublishedAt: row.first_published_at,
    publishedAt: row.published_at,
    draftVersion: row.draft_version,
    publishedBy: row.published_by,
  }
}

/** Checks whether publishing would leave the live content byte-identical. */
export function isSameContent(live: LivePublication, content: PublishedContent): boolean {
  return isSameWritten(contentOf(live), content)
}

/** Returns the live content as it was written. */
export function contentOf({ row, overlays }: LivePublication) {
  const toWritten = (layer: PublishedData) =>
    layer.written === null ? layer : { ...layer, data: asWritten(layer) }
  return {
    values: toWritten(row),
    overlays: new Map([...overlays].map(([variant, overlay]) => [variant, toWritten(overlay)])),
  }
}

/** Returns the live content for rewriting it, with its current references. Storing it inserts the current assets. */
export function toContent({ row, overlays }: LivePublication): PublishedContent {
  const compile = (layer: PublishedData, rebind: number): CompiledValues => ({
    data: asWritten(layer),
    refs: layer.refs,
    written: layer.written,
    rebind: rebind > 0,
    unbound: rebind === 2,
    targets: listTargets(layer.refs),
  })
  return {
    values: compile(row, row.rebind),
    overlays: new Map([...overlays].map(([variant, overlay]) => [variant, compile(overlay, 0)])),
  }
}

// What is published of an entry, as it was written: what a change set is given, and compared with what is live.

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
  /** The draft version that becomes live; null if no one knows. */
  readonly draftVersion: number | null
  readonly publishedBy: string | null
}

/** The same publication with other content. */
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

/** Whether the live content would stay byte-identical. */
export function isSameContent(live: LivePublication, content: PublishedContent): boolean {
  return isSameWritten(contentOf(live), content)
}

/** What is live, as it was written. */
export function contentOf({ row, overlays }: LivePublication) {
  const toWritten = (layer: PublishedData) =>
    layer.written === null ? layer : { ...layer, data: asWritten(layer) }
  return {
    values: toWritten(row),
    overlays: new Map([...overlays].map(([variant, overlay]) => [variant, toWritten(overlay)])),
  }
}

/** What is live, to be written again: with what its references mean now, and with its assets as they are now. */
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

// An entry as a transaction changes it, in memory until the transaction ends.

import { toDraftText, toVariantsText } from '../content/publish/entry-values.ts'
import type { ActivityAction } from '../content/tables/activity.store.ts'
import type { VersionReason } from '../content/tables/entry-versions.store.ts'
import type { StoredEntry } from '../content/tables/stored-entries.store.ts'
import { listAssetNames } from '../content/values/asset-names.ts'
import type { Collection } from '../content/values/model.ts'
import { type Draft, listChangedSince } from './drafts/draft-paths.ts'
import type { ContentText } from './drafts/draft-row.ts'
import type { CheckedContent } from './drafts/draft-write.ts'
import { toStored } from './drafts/sent-content.ts'
import type { DraftToPublish } from './publish-drafts.ts'

/** A draft that was created, published or scheduled, and then changed by the same transaction. */
export interface IntermediateVersion {
  readonly draftVersion: number
  readonly reason: VersionReason
  readonly names: readonly string[]
  readonly text: ContentText
}

/** The whole schedule of an entry; without times there is none. */
export interface EntrySchedule {
  readonly publishAt: number | null
  readonly unpublishAt: number | null
  /** What goes live. */
  readonly draftVersion: number
  readonly text: ContentText
  /** The entry that was asked for, where several are scheduled together. */
  readonly group: string | null
  /** Where in the request the entry is named; empty if the request is about it. */
  readonly place: string
  /** The operation that set it. */
  readonly operation: number
}

export class EntryInTransaction {
  /** Why the draft changed last; null if it has not. */
  reason: VersionReason | null = null
  archivedAt: number | null
  /** What the transaction publishes. */
  toPublish: DraftToPublish | null = null
  /** Whether what is live is withdrawn. */
  isWithdrawn = false
  isRemoved = false
  /** What the entry refers to and is not live when a schedule publishes it, for the activity. */
  notLive: readonly object[] = []
  /** The schedule that the transaction sets. */
  schedule: EntrySchedule | null = null
  readonly passed: IntermediateVersion[] = []
  readonly actions: ActivityAction[] = []
  /** The operation that chose the slug last, and the one that published. */
  slugAt: number | null = null
  publishedAt = 0
  #draft: Draft
  readonly #before: Draft

  constructor(
    readonly id: string,
    readonly model: Collection,
    /** Null for a new entry. */
    readonly stored: StoredEntry | null,
    draft: Draft,
  ) {
    this.#draft = draft
    this.#before = draft
    this.archivedAt = stored?.row.archived_at ?? null
  }

  get draft(): Draft {
    return this.#draft
  }

  get isChanged(): boolean {
    return this.reason !== null
  }

  get isArchiveChanged(): boolean {
    return this.stored !== null && this.archivedAt !== this.stored.row.archived_at
  }

  /** The newest version, where the transaction started. */
  get versionBefore(): number {
    return this.stored?.row.draft_version ?? 0
  }

  /** The assets that the draft named where the transaction started. */
  get assetsBefore(): readonly string[] {
    return listAssetNames(this.model.fields, this.#before)
  }

  changeDraft(next: Draft, reason: VersionReason): void {
    const pinned = [this.toPublish?.draftVersion, this.schedule?.draftVersion]
    const hasOwnVersion = this.reason === 'create' || pinned.includes(this.#draft.draftVersion)
    if (hasOwnVersion && this.reason !== null) {
      const before = this.passed.at(-1)?.draftVersion ?? this.versionBefore
      this.passed.push({
        draftVersion: this.#draft.draftVersion,
        reason: this.reason,
        names: this.namesSince(before),
        text: this.text,
      })
    }
    this.#draft = next
    this.reason = reason
  }

  namesSince(version: number): string[] {
    return version === 0 ? [] : listChangedSince(this.model.fields, this.#draft, version)
  }

  get content(): CheckedContent {
    const { slug, data, variants } = this.#draft
    const { fields } = this.model
    return {
      slug,
      values: toStored(fields, data),
      overlays: new Map(Object.entries(variants).map(([id, overlay]) => [id, toStored(fields, overlay)])),
    }
  }

  get text(): ContentText {
    const { slug, values, overlays } = this.content
    const { fields } = this.model
    return { slug, data: toDraftText(fields, values), variants: toVariantsText(fields, overlays) }
  }

  /** What is live after the transaction. */
  get liveText(): ContentText | null {
    if (this.toPublish !== null) return this.toPublish
    return this.isWithdrawn ? null : (this.stored?.live ?? null)
  }
}

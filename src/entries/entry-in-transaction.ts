// The state of an entry within a transaction, in memory until the transaction ends.

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

/** A draft that a transaction created, published or scheduled, and then changed again. */
export interface IntermediateVersion {
  readonly draftVersion: number
  readonly reason: VersionReason
  readonly names: readonly string[]
  readonly text: ContentText
}

/** The whole schedule of an entry. Without times, the entry has no schedule. */
export interface EntrySchedule {
  readonly publishAt: number | null
  readonly unpublishAt: number | null
  /** The draft version that will be published. */
  readonly draftVersion: number
  readonly text: ContentText
  /** The entry that the request scheduled, if others are scheduled together with it; otherwise null. */
  readonly group: string | null
  /** The path of the entry in the request; empty if it is the entry that the request is about. */
  readonly place: string
  /** The operation that set the schedule. */
  readonly operation: number
}

export class EntryInTransaction {
  /** The reason of the last change of the draft; null if it has not changed. */
  reason: VersionReason | null = null
  archivedAt: number | null
  /** The draft that the transaction publishes. */
  toPublish: DraftToPublish | null = null
  /** True if the transaction withdraws the live content. */
  isWithdrawn = false
  isRemoved = false
  /** The targets of the entry that are not live when a schedule publishes it, for the activity. */
  notLive: readonly object[] = []
  /** The schedule that the transaction sets. */
  schedule: EntrySchedule | null = null
  readonly passed: IntermediateVersion[] = []
  readonly actions: ActivityAction[] = []
  /** The operation that last set the slug, and the operation that published the entry. */
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

  /** The newest draft version before the transaction; 0 for a new entry. */
  get versionBefore(): number {
    return this.stored?.row.draft_version ?? 0
  }

  /** The assets that the draft named before the transaction. */
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

  /** The content that is live after the transaction. */
  get liveText(): ContentText | null {
    if (this.toPublish !== null) return this.toPublish
    return this.isWithdrawn ? null : (this.stored?.live ?? null)
  }
}

// Kysely's types of the tables of authoring. The drafts themselves are in schema.ts.
import type { Generated } from 'kysely'

/** Milliseconds since 1970. */
type Milliseconds = number
type JsonText = string

/** The versions of drafts. The newest has no content here, because it is the draft itself. */
export interface EntryVersionTable {
  space: string
  entry: string
  /** The version of the last save, if several saves are one version. */
  draft_version: number
  /** The time of the first save. */
  started_at: Milliseconds
  at: Milliseconds
  by: JsonText | null
  /** `create`, `edit`, `restore`, `discard`, `import` or `model`. */
  reason: string
  /** The paths that changed since the previous version. */
  names: JsonText
  /**
   * 1 if the version was published or scheduled: it is retained, and no later save becomes part of it. 2 if its schedule
   * was cancelled: it is retained no longer than other versions.
   */
  sealed: Generated<number>
  /** The time until which the version is retained because a model change followed it. */
  kept_until: Generated<Milliseconds | null>
  slug: string | null
  data: JsonText | null
  variants: JsonText | null
  /**
   * The scheduled draft before the model changes that rewrote it: a list of objects with `until`, `data` and `variants`,
   * the oldest first.
   */
  earlier: Generated<JsonText | null>
}

/** The references of drafts: a row for each id that a path refers to, in a field or in a field of an overlay. */
export interface DraftReferenceTable {
  space: string
  /** The entry with this id may not exist. */
  target: string
  entry: string
  path: string
}

/** The live values of unique fields. An import may make two entries with the same value live. */
export interface LiveValueTable {
  space: string
  collection: string
  field: string
  /** JSON, or a hash of it if it is long. */
  value: string
  entry: string
}

/** Schedules. Without row level security, because nodes look for due schedules of all spaces. */
export interface ScheduleTable {
  space: string
  entry: string
  /** The draft version that is published. */
  draft_version: number
  publish_at: Milliseconds | null
  unpublish_at: Milliseconds | null
  /** The time of the next action: `publish_at`, then `unpublish_at`. Null if nothing is left to do. */
  due_at: Milliseconds | null
  /** `pending`, or `failed` once publishing was refused. `unpublish_at` is executed in both states. */
  state: string
  /** The reason why publishing was refused. */
  reason: string | null
  /** The reason by field, if fields caused it: a list of `path`, `code` and `message`. */
  problems: JsonText | null
  /** The entry whose request scheduled several entries together; null for a single one. It is on each of them. */
  group_entry: string | null
  created_at: Milliseconds
  created_by: JsonText | null
}

export interface ModelChangeTable {
  space: string
  collection: string
  /** The model version that the change created. */
  model_version: number
  at: Milliseconds
  by: JsonText | null
  operations: JsonText
  /** The model before the change. */
  before: JsonText
}

/** The audiences and locales that editors can choose. */
export interface VariantTable {
  space: string
  id: string
  name: string
  /** `audience` or `locale`. */
  kind: string
}

/** Activity about the API keys, the members and the name of a space. */
export interface SpaceActivityTable {
  space: string
  /** One more than the id of the previous record. */
  id: number
  at: Milliseconds
  by: JsonText | null
  action: string
  detail: JsonText | null
}

/** Views of lists of entries. */
export interface ListViewTable {
  space: string
  id: string
  collection: string
  name: string
  /** The parameters of the list: an object of texts. */
  query: JsonText
  /** A list of names; `data.NAME` is a field. */
  columns: JsonText
  /** The user whose own view it is; null if it is shared. */
  owner: string | null
  /** The id of the user who made it, who may no longer exist. */
  created_by: string
  created_at: Milliseconds
}

export interface ActivityTable {
  space: string
  /** One more than the id of the previous record. */
  id: number
  at: Milliseconds
  by: JsonText | null
  action: string
  entry: string | null
  collection: string | null
  /** `d12` or `p3`. */
  version: string | null
  detail: JsonText | null
}

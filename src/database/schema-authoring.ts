// Kysely's types of the tables of authoring. The drafts themselves are in schema.ts.
import type { Generated } from 'kysely'

/** Milliseconds since 1970. */
type Milliseconds = number
type JsonText = string

/** The versions of drafts. The newest has no content here: it is the draft itself. */
export interface EntryVersionTable {
  space: string
  entry: string
  /** Of the last save, where several are one version. */
  draft_version: number
  /** The first save. */
  started_at: Milliseconds
  at: Milliseconds
  by: JsonText | null
  /** `create`, `edit`, `restore`, `discard`, `import` or `model`. */
  reason: string
  /** The paths that changed since the version before. */
  names: JsonText
  /**
   * 1 once it was published or scheduled: it is kept, and no later save becomes part of it. 2 once its schedule was
   * cancelled: it is kept no longer than others.
   */
  sealed: Generated<number>
  /** Kept until then, since a model change followed. */
  kept_until: Generated<Milliseconds | null>
  slug: string | null
  data: JsonText | null
  variants: JsonText | null
  /**
   * What a scheduled draft was before changes of its model, which wrote it anew: a list of objects with `until`, `data` and
   * `variants`, the oldest first.
   */
  earlier: Generated<JsonText | null>
}

/** A row for each id that a path of a draft refers to: a field, or a field of an overlay. */
export interface DraftReferenceTable {
  space: string
  /** The entry with this id may not exist. */
  target: string
  entry: string
  path: string
}

/** The values of unique fields that are live. An import may make two entries of one value live. */
export interface LiveValueTable {
  space: string
  collection: string
  field: string
  /** JSON, or a hash of it where it is long. */
  value: string
  entry: string
}

/** Without row level security: nodes look for what is due in all spaces. */
export interface ScheduleTable {
  space: string
  entry: string
  /** What goes live. */
  draft_version: number
  publish_at: Milliseconds | null
  unpublish_at: Milliseconds | null
  /** When something is to be done next: at `publish_at`, then at `unpublish_at`. Null if nothing is left to do. */
  due_at: Milliseconds | null
  /** `pending`, or `failed` once publishing was refused; `unpublish_at` is carried out all the same. */
  state: string
  /** Why publishing was refused. */
  reason: string | null
  /** The same by field, where it was fields: a list of `path`, `code` and `message`. */
  problems: JsonText | null
  /** The entry whose request scheduled several together, on each of them; null for one by itself. */
  group_entry: string | null
  created_at: Milliseconds
  created_by: JsonText | null
}

export interface ModelChangeTable {
  space: string
  collection: string
  /** The one that the change led to. */
  model_version: number
  at: Milliseconds
  by: JsonText | null
  operations: JsonText
  /** The model as it was. */
  before: JsonText
}

/** The audiences and locales that editors may choose. */
export interface VariantTable {
  space: string
  id: string
  name: string
  /** `audience` or `locale`. */
  kind: string
}

/** What concerns the API keys, the members and the name of a space. */
export interface SpaceActivityTable {
  space: string
  /** One more than that of the record before it. */
  id: number
  at: Milliseconds
  by: JsonText | null
  action: string
  detail: JsonText | null
}

export interface ActivityTable {
  space: string
  /** One more than that of the entry before it. */
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
